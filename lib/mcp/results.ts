import type { Json } from '@/lib/core/shared/json';
import { type ErrorCode, isServiceError } from '@/lib/services/errors';
import { knownError } from '@/lib/services/known-error';

export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: { [key: string]: Json };
  isError?: boolean;
};

/** An answer both as text, for models, and structured, for programs. */
export function success(value: unknown): ToolResult {
  const plain = JSON.parse(JSON.stringify(value)) as { [key: string]: Json };
  return { content: [{ type: 'text', text: JSON.stringify(plain) }], structuredContent: plain };
}

/** What the caller can mend comes back as a result the model can read, never as raw text. */
export function failure(code: ErrorCode, message: string, details: object = {}): ToolResult {
  const problem = JSON.parse(JSON.stringify({ ...details, code, detail: message }));
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: problem,
    isError: true,
  };
}

/** One mapping for every code (tested over all); what is not a ServiceError is masked and logged. */
export function failureOf(error: unknown, requestId: string): ToolResult {
  const known = knownError(error, requestId);
  if (isServiceError(known)) {
    return failure(known.code, known.message, { ...known.details, request_id: requestId });
  }
  const message = `Unexpected error; quote request ${requestId}.`;
  return failure('INTERNAL', message, { request_id: requestId });
}
