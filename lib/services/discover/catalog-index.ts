import type { Database } from '@/lib/db/client';
import { AllowedCache } from '@/lib/index/allowed-cache';
import { capabilityKey } from '@/lib/index/document';
import { SearchIndex } from '@/lib/index/search-index';
import { log } from '@/lib/observability/log';
import { runtimePart } from '@/lib/runtime';
import { type CatalogRow, type LoadedRow, toCatalogRow, toDocument } from './catalog-row';
import { LOAD_CATALOG_SQL } from './catalog-sql';

const BATCH = 1_000;

/**
 * The live catalog in memory, kept in step by notices: after a change its rows are read again.
 * Loading is O(catalog); a notice costs the capabilities it names. What it holds decides only
 * what is found; every call is decided again from the database.
 */
export class CatalogIndex {
  readonly index = new SearchIndex<CatalogRow>();
  readonly allowed = new AllowedCache();
  #work: Promise<void> = Promise.resolve();
  #unsubscribe: (() => void)[] = [];

  constructor(private readonly db: Pick<Database, 'pool' | 'notices'>) {}

  /** Reads the whole catalog and follows its changes from before the first read on. */
  async start(): Promise<void> {
    const { notices } = this.db;
    this.#unsubscribe.push(
      notices.subscribe('catalog', (text) => {
        const { tenantId, ids } = JSON.parse(text) as { tenantId: string; ids?: string[] };
        this.#enqueue(() => this.#refresh(tenantId, ids ?? null));
      }),
      notices.onGap(() => this.#enqueue(() => this.#refresh(null, null))),
    );
    this.#enqueue(() => this.#refresh(null, null));
    await this.#work;
  }

  /** Resolves when every notice that has arrived is worked in. */
  settled(): Promise<void> {
    return this.#work;
  }

  async stop(): Promise<void> {
    for (const end of this.#unsubscribe) end();
    await this.#work;
  }

  /** One refresh at a time, in the order of the notices; one that fails is tried once more. */
  #enqueue(job: () => Promise<void>): void {
    const reload = () => this.#refresh(null, null);
    this.#work = this.#work
      .then(job)
      .catch(reload)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the catalog index could not be refreshed');
      });
  }

  async #refresh(tenantId: string | null, ids: string[] | null): Promise<void> {
    const found = new Set<string>();
    let after: Pick<LoadedRow, 'tenant_id' | 'id'> | null = null;
    for (;;) {
      const values: unknown[] = [tenantId, ids, after?.tenant_id ?? null, after?.id ?? null, BATCH];
      const page = await this.db.pool.query<LoadedRow>(LOAD_CATALOG_SQL, values);
      const rows: LoadedRow[] = page.rows;
      for (const row of rows) {
        found.add(capabilityKey(row.tenant_id, row.id));
        this.index.upsert(toDocument(row), toCatalogRow(row));
      }
      after = rows.at(-1) ?? null;
      if (rows.length < BATCH) break;
    }
    this.#forget(tenantId, ids, found);
  }

  /** Whatever was in the range read and was not found is live no more. */
  #forget(tenantId: string | null, ids: string[] | null, found: ReadonlySet<string>): void {
    const gone: string[] = [];
    if (tenantId !== null && ids !== null) {
      for (const id of ids) gone.push(capabilityKey(tenantId, id));
    } else {
      for (const { row } of this.index.rows()) {
        if (tenantId === null || row.tenantId === tenantId) {
          gone.push(capabilityKey(row.tenantId, row.id));
        }
      }
    }
    for (const key of gone) if (!found.has(key)) this.index.remove(key);
  }
}

export const catalogIndex = runtimePart<CatalogIndex>('catalog-index');
