import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { sessionContext } from '@/lib/auth/session';
import { findUnstorable, type Place } from '@/lib/core/shared/storable';
import type { Context } from '@/lib/services/context';
import { type ErrorCode, isServiceError } from '@/lib/services/errors';
import { knownError } from '@/lib/services/known-error';

export type ActionFailure = {
  code: ErrorCode;
  message: string;
  /** Message by field path, for the form to show at the field. */
  fieldErrors?: Record<string, string>;
};
export type ActionResult<T> = { ok: true; data: T } | { ok: false; error: ActionFailure };

/**
 * Wraps a service verb as a server action. Every action is a public endpoint: the session is
 * read afresh, the input is untrusted, and what goes wrong becomes a typed result.
 */
export function action<S extends z.ZodType, T>(
  schema: S,
  verb: (call: { ctx: Context; input: z.output<S> }) => Promise<T>,
): (input: z.input<S>) => Promise<ActionResult<T>> {
  return async (input) => {
    try {
      const ctx = await sessionContext();
      const parsed = schema.safeParse(input);
      if (!parsed.success) return { ok: false, error: validationFailure(parsed.error.issues) };
      const unstorable = findUnstorable(parsed.data);
      if (unstorable.length > 0) return { ok: false, error: validationFailure(unstorable) };
      return { ok: true, data: await verb({ ctx, input: parsed.data }) };
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  };
}

type Issue = Place | z.core.$ZodIssue;

function validationFailure(issues: readonly Issue[]): ActionFailure {
  const fieldErrors: Record<string, string> = {};
  for (const issue of issues) fieldErrors[issue.path.join('.')] ??= issue.message;
  const message = issues[0]?.message ?? 'The input is not valid.';
  return { code: 'VALIDATION', message, fieldErrors };
}

/** One mapping for every code: a service's words are for people, anything else is masked. */
export function toFailure(thrown: unknown): ActionFailure {
  const requestId = randomUUID();
  const error = knownError(thrown, requestId);
  if (isServiceError(error)) {
    const fields = error.details.errors?.map((item) => [item.path, item.message] as const);
    return {
      code: error.code,
      message: error.message,
      ...(fields && fields.length > 0 ? { fieldErrors: Object.fromEntries(fields) } : {}),
    };
  }
  return { code: 'INTERNAL', message: `Something went wrong. Quote ${requestId} when you ask.` };
}
