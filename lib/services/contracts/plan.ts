import type { FieldChange } from '@/lib/core/contract/plan';
import type { Tx } from '@/lib/db/transaction';
import type { ContractKind, ContractResult } from '@/lib/schemas/contract';
import type { Context } from '../context';
import { isServiceError } from '../errors';

/** Writes what was planned, inside the one transaction. Answers the change requests it opened. */
export type Work = (tx: Tx, ctx: Context, reason: string) => Promise<string[]>;

/** What becomes of one document. Without work there is nothing to write. */
export type Planned = {
  result: ContractResult;
  work: Work | null;
  /** It is refused because of who asks. */
  denied?: boolean;
  /** What has to leave the transaction's thread before it begins: linting what an edit leaves. */
  prepare?: () => Promise<void>;
  /** A check that has to leave the thread too; what it throws refuses the document. */
  check?: () => Promise<void>;
  /** Row versions and open requests it was planned on: part of the plan's hash. */
  basis: unknown;
};

type Said = Partial<Pick<ContractResult, 'review' | 'change_requests' | 'notes' | 'reasons'>> & {
  action: ContractResult['action'];
  changes?: FieldChange[];
};

/** A result with what is not said left empty. */
export function resultOf(
  at: { document: number | null; kind: ContractKind; id: string },
  said: Said,
): ContractResult {
  return {
    document: at.document,
    kind: at.kind,
    id: at.id,
    action: said.action,
    review: said.review ?? false,
    changes: said.changes ?? [],
    change_requests: said.change_requests ?? [],
    reasons: said.reasons ?? [],
    notes: said.notes ?? [],
  };
}

/** The reasons a check refuses with, instead of the error; anything unexpected is thrown. */
export function reasonsOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return refusal(error);
  }
}

/** @throws the error itself when it is none of a service's words for people. */
export function refusal(error: unknown): string[] {
  if (!isServiceError(error)) throw error;
  const { errors } = error.details;
  return errors && errors.length > 0
    ? errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    : [error.message];
}
