import { createHmac } from 'node:crypto';
import { deriveKey } from '@/lib/config/secrets';
import { canonicalJson } from '@/lib/core/shared/json';

/** Keyed, so that nobody can guess arguments from the ledger by hashing candidates. */
function keyed(value: unknown): string {
  return createHmac('sha256', deriveKey('digest')).update(canonicalJson(value)).digest('base64url');
}

export function argumentsDigest(args: unknown): string {
  return keyed({ arguments: args });
}

/** What an Idempotency-Key is bound to; leaves the approval out, which comes with the repeat. */
export function requestDigest(request: {
  capabilityId: string;
  arguments: unknown;
  run_id?: string;
  version?: string;
  subject_id?: string;
}): string {
  return keyed({ request });
}

/** Hash of the canonical inputs of a decision. */
export function hashDecision(canonical: string): string {
  return keyed({ decision: canonical });
}
