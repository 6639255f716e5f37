import { Client, type QueryConfig } from 'pg';

let connections = 0;

/**
 * A connection to the embedded database. All of them share its one session, and with it the names
 * of prepared statements: each connection puts its own mark before the name, so that two that
 * prepare the same statement do not meet.
 */
export class EmbeddedClient extends Client {
  readonly #mark = `c${++connections}_`;
  readonly #query = super.query.bind(this);

  /** The many signatures of `pg` come down to "a statement, and what goes with it". */
  override query: Client['query'] = ((statement: unknown, ...rest: unknown[]) =>
    Reflect.apply(this.#query, this, [this.#named(statement), ...rest])) as Client['query'];

  #named(statement: unknown): unknown {
    if (!isNamed(statement)) return statement;
    return { ...statement, name: this.#mark + statement.name };
  }
}

function isNamed(statement: unknown): statement is QueryConfig & { name: string } {
  if (typeof statement !== 'object' || statement === null) return false;
  // A cursor or stream submits itself and is left alone.
  if ('submit' in statement) return false;
  return 'name' in statement && typeof statement.name === 'string';
}
