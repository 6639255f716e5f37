import type { Member } from './cast';
import type { Stage } from './stage';

export type RestCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
};

/** A server action by its file below `app/(console)` and its name there. */
export type ActionCall = { action: string; input: unknown };

/**
 * One verb: what it is, who may, and how each door is asked for it. Whoever is not named is
 * refused: 401 without a key that stands, NOT_FOUND for another tenant's object, else FORBIDDEN.
 */
export type Row<T> = {
  does: string;
  /** By the table of the product definition; not read from the code that enforces it. */
  may: readonly Member[];
  /** What is acted on, made anew for each who may; nobody else changes it. */
  make?: (stage: Stage) => Promise<T>;
  rest?: (it: T, stage: Stage) => RestCall;
  action?: (it: T, stage: Stage) => ActionCall;
  /** Codes that say "you may, but not now": what is asked stands in no state for it. */
  meets?: readonly string[];
  /** Acts on the tenant itself, which a foreigner has to name. */
  of?: 'tenant';
  /** Whoever may not read it is told that there is none. */
  hidden?: true;
  /** Not scoped to a tenant's object: a foreigner asks it of their own tenant. */
  anywhere?: true;
};

/** With the type of its target forgotten, so that rows stand in one list. */
export type AnyRow = Row<unknown>;

export function row<T>(one: Row<T>): AnyRow {
  return one as AnyRow;
}
