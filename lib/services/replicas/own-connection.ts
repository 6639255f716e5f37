import type { Client, QueryResult, QueryResultRow } from 'pg';

type Named = { name: string; text: string };

/**
 * A connection outside the pool for something that may never wait for a free one: the ledger's
 * writer, the heartbeat. Its statements stay prepared.
 */
export class OwnConnection {
  #client: Promise<Client> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly open: () => Promise<Client>) {}

  async prepared<R extends QueryResultRow>(
    statement: Named,
    values: unknown[],
  ): Promise<QueryResult<R>> {
    return this.#inTurn((client) => client.query<R>({ ...statement, values }));
  }

  async query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>> {
    return this.#inTurn((client) => client.query<R>(text, values));
  }

  /** Closes it: after a failure nothing of its state is relied on. The next query opens another. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.then((open) => open.end()).catch(() => undefined);
  }

  /** One statement at a time: two askers share the connection without knowing of each other. */
  #inTurn<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => run(await this.#connect()));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #connect(): Promise<Client> {
    if (this.#client) return this.#client;
    const opening = this.open().then((client) => {
      // The query under way fails by itself; this keeps an idle loss from ending the process.
      client.on('error', () => {
        if (this.#client === opening) this.#client = null;
      });
      return client;
    });
    opening.catch(() => {
      if (this.#client === opening) this.#client = null;
    });
    this.#client = opening;
    return opening;
  }
}
