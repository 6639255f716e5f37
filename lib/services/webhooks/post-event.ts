import { findEgressError } from '@/lib/adapters/egress/error';
import { runtime } from '@/lib/runtime';
import type { DeliveryError } from '@/lib/schemas/webhooks';
import { outbound } from '../outbound';
import { openSecret, signedHeaders } from './sign';

const TIMEOUT_MS = 10_000;

export type Posted = {
  /** Null: taken by the receiver. */
  error: DeliveryError | null;
  httpStatus: number | null;
  latencyMs: number;
  /** The process stops: this try says nothing about the receiver. */
  cutOff: boolean;
};

export type Letter = {
  webhook: { tenantId: string; id: string; url: string; secretSealed: Uint8Array };
  eventId: string;
  body: string;
  now: Date;
};

/**
 * One try. Through the guard of outgoing calls, without following redirects; of the answer only
 * its status is looked at. Never throws.
 */
export async function postEvent({ webhook, eventId, body, now }: Letter): Promise<Posted> {
  const started = performance.now();
  const result = (error: DeliveryError | null, httpStatus: number | null = null): Posted => ({
    error,
    httpStatus,
    latencyMs: Math.round(performance.now() - started),
    cutOff: false,
  });
  const secret = openSecret(webhook, webhook.secretSealed);
  if (secret === null) return result('UNREADABLE_SECRET');
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const shutdown = runtime().shutdown.signal;
  try {
    const response = await outbound.get().egress.fetch(
      webhook.url,
      {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Capstan-Webhooks',
          ...signedHeaders(secret, eventId, now, body),
        },
        body,
        signal: AbortSignal.any([timeout, shutdown]),
      },
      // What it answers is thrown away, however much it says there is.
      { maxResponseBytes: Number.MAX_SAFE_INTEGER },
    );
    await response.body?.cancel().catch(() => undefined);
    return result(errorOf(response.status), response.status);
  } catch (error) {
    if (shutdown.aborted) return { ...result('UNREACHABLE'), cutOff: true };
    return result(timeout.aborted ? 'TIMEOUT' : failureOf(error));
  }
}

function errorOf(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'REDIRECT' : 'HTTP_STATUS';
}

function failureOf(error: unknown): DeliveryError {
  const refused = findEgressError(error)?.code;
  if (refused === 'EGRESS_REFUSED') return 'REFUSED_ADDRESS';
  return refused === 'UNRESOLVED' ? 'UNRESOLVED' : 'UNREACHABLE';
}
