import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { isBrokenCircuitError } from 'cockatiel';
import type { AdapterFailure, FailureClass } from '../adapter';
import { findEgressError } from '../egress/error';

const DETAIL_LENGTH = 500;
/** Names of what parsers throw. */
const UNREADABLE = ['SyntaxError', 'ZodError', '$ZodError'];

const BRAND = 'capstan.mcp-failure';

/** A failure on its way up. Recognise it by {@link isMcpFailure}. */
export class McpFailure extends Error {
  readonly brand = BRAND;
  constructor(readonly failure: AdapterFailure) {
    super(failure.message);
    this.name = 'McpFailure';
  }
}

/**
 * Never by `instanceof`: sessions live in the bundle that started them, and are used by pages and
 * actions of another, which has a class of its own.
 */
export function isMcpFailure(error: unknown): error is McpFailure {
  return error instanceof Error && 'brand' in error && error.brand === BRAND;
}

export type FailureOptions = { detail?: string; mayHaveRun?: boolean };

/** A failure of one class; `mayHaveRun` where the server may have acted all the same. */
export function failed(
  failureClass: FailureClass,
  message: string,
  { detail, mayHaveRun = false }: FailureOptions = {},
): McpFailure {
  const kind =
    failureClass === 'timeout'
      ? 'TIMEOUT'
      : failureClass === 'cancelled'
        ? 'CANCELLED'
        : 'UPSTREAM_ERROR';
  const failure: AdapterFailure = { ok: false, kind, class: failureClass, message, mayHaveRun };
  if (detail) failure.detail = detail.slice(0, DETAIL_LENGTH);
  return new McpFailure(failure);
}

/** HTTP status of an error of the client, where it has one. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof SdkHttpError ? error.status : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function fromHttp(status: number, detail: string, mayHaveRun: boolean): McpFailure {
  if (status === 401) {
    return failed('unauthorized', 'The server wants a credential: unauthorized (401).', { detail });
  }
  if (status === 403) {
    const message = 'The server does not accept the credential: forbidden (403).';
    return failed('forbidden', message, { detail });
  }
  const failureClass = status >= 500 ? 'connection_lost' : 'protocol_error';
  return failed(failureClass, `The server answered HTTP ${status}.`, { detail, mayHaveRun });
}

function fromSdk(error: SdkError, mayHaveRun: boolean): McpFailure {
  const detail = error.message;
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return failed('timeout', 'The server did not answer in time.', { detail, mayHaveRun });
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return failed('connection_lost', 'The connection to the server ended.', {
        detail,
        mayHaveRun,
      });
    case SdkErrorCode.UnsupportedResultType:
    case SdkErrorCode.InputRequiredRoundsExceeded:
      return failed('input_required', 'The server asks for input, which cannot be given here.', {
        detail,
        mayHaveRun,
      });
    case SdkErrorCode.EraNegotiationFailed:
      return failed('connect_failed', 'The server could not be reached or speaks no known MCP.', {
        detail,
      });
    default:
      return failed('protocol_error', 'The server answered outside the protocol.', {
        detail,
        mayHaveRun,
      });
  }
}

/** Any error of the client, its transports or the network as one of ours. */
export function toFailure(error: unknown, mayHaveRun: boolean): McpFailure {
  if (isMcpFailure(error)) return error;
  if (isBrokenCircuitError(error)) {
    return failed('circuit_open', 'The server failed repeatedly; it is tried again in a moment.');
  }
  const egress = findEgressError(error);
  if (egress?.code === 'RESPONSE_TOO_LARGE') {
    return failed('output_too_large', egress.message, { mayHaveRun });
  }
  if (egress) return failed('egress_refused', egress.message);
  const status = statusOf(error);
  if (status !== undefined) return fromHttp(status, textOf(error), mayHaveRun);
  if (error instanceof Error && error.name === 'InsufficientScopeError') {
    return fromHttp(403, textOf(error), false);
  }
  if (error instanceof Error && error.name === 'UnauthorizedError') {
    return fromHttp(401, textOf(error), false);
  }
  if (error instanceof SdkError) return fromSdk(error, mayHaveRun);
  if (error instanceof Error && error.name === 'ProtocolError') {
    return failed('protocol_error', 'The server refused the request.', {
      detail: textOf(error),
      mayHaveRun,
    });
  }
  if (error instanceof Error && UNREADABLE.includes(error.name)) {
    return failed('protocol_error', 'The server answered what is no message of the protocol.', {
      detail: textOf(error),
      mayHaveRun,
    });
  }
  const cause = error instanceof Error && error.cause ? `: ${textOf(error.cause)}` : '';
  return failed('connection_lost', 'The connection to the server failed.', {
    detail: textOf(error) + cause,
    mayHaveRun,
  });
}

const COUNTED: readonly FailureClass[] = ['connect_failed', 'connection_lost', 'timeout'];

/** Whether a failure says that the server is ill, rather than this call or its caller. */
export function countsAgainstBreaker(error: unknown): boolean {
  return isMcpFailure(error) && COUNTED.includes(error.failure.class);
}
