import type { Client } from 'pg';
import type { Database } from '@/lib/db/client';
import { log } from '@/lib/observability/log';

/** Any number, the same in every build: the leader's advisory lock. */
const LEADER_LOCK = 7_270_015_931;

/**
 * One leader among the replicas: who holds a session's advisory lock. It falls to another as soon
 * as the holder's connection is gone. With the embedded database there is one process.
 */
export class Leadership {
  #client: Client | null = null;
  #trying: Promise<boolean> | null = null;

  constructor(private readonly db: Database) {}

  /** Whether this process leads now; tries to when nobody does. */
  isLeader(): Promise<boolean> {
    if (this.db.kind === 'embedded') return Promise.resolve(true);
    this.#trying ??= this.#check().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async resign(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #check(): Promise<boolean> {
    try {
      if (this.#client) {
        // Asks the server: a connection half dead would go on leading beside another.
        await this.#client.query('SELECT 1');
        return true;
      }
      return await this.#tryToLead();
    } catch (err) {
      log.warn({ err }, 'leadership is lost or cannot be asked for');
      await this.resign();
      return false;
    }
  }

  async #tryToLead(): Promise<boolean> {
    const client = await this.db.connectAlone('capstan-leader');
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS held',
      [LEADER_LOCK],
    );
    if (!rows[0]?.held) {
      await client.end();
      return false;
    }
    this.#client = client;
    return true;
  }
}
