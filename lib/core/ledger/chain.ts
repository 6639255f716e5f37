import { canonicalJson, type Json } from '@/lib/core/shared/json';

/** The hash before a writer's first record. */
export const GENESIS_HASH = '';

/** A field of a record; dates and big integers are written as text. */
export type ChainValue = Json | Date | bigint | undefined;
export type ChainRecord = Readonly<Record<string, ChainValue>>;

export type ChainRow = {
  seq: number | bigint;
  prevHash: string;
  hash: string;
  record: ChainRecord;
};

export type ChainVerdict =
  | { ok: true; checked: number; headSeq: bigint | null; headHash: string }
  | { ok: false; checked: number; seq: bigint; reason: string };

/**
 * The text whose hash is a record's place in its writer's chain. The first line
 * keeps it apart from every other text that is ever hashed.
 */
export function chainInput(prevHash: string, record: ChainRecord): string {
  return `capstan.ledger.1\n${prevHash}\n${canonicalJson(plain(record))}`;
}

/**
 * Walks one writer's rows in order of `seq` and recomputes every hash. `from` is
 * where to begin: nothing for the whole chain, a checkpoint for its rest.
 */
export function verifyChain(
  rows: Iterable<ChainRow>,
  hash: (text: string) => string,
  from: { seq: bigint; hash: string } | null = null,
): ChainVerdict {
  let headSeq = from?.seq ?? null;
  let headHash = from?.hash ?? GENESIS_HASH;
  let checked = 0;
  for (const row of rows) {
    const seq = BigInt(row.seq);
    const broken = (reason: string): ChainVerdict => ({ ok: false, checked, seq, reason });
    if (headSeq !== null && seq !== headSeq + 1n) {
      return broken(
        seq > headSeq + 1n
          ? `Records ${headSeq + 1n} to ${seq - 1n} are missing.`
          : `Record ${seq} comes after ${headSeq}.`,
      );
    }
    if (headSeq === null && seq !== 0n && seq !== 1n) {
      return broken(`The chain begins at ${seq}; its first records are missing.`);
    }
    if (row.prevHash !== headHash) return broken(`Record ${seq} does not follow the one before.`);
    if (hash(chainInput(row.prevHash, row.record)) !== row.hash) {
      return broken(`Record ${seq} was changed after it was written.`);
    }
    headSeq = seq;
    headHash = row.hash;
    checked += 1;
  }
  return { ok: true, checked, headSeq, headHash };
}

function plain(record: ChainRecord): { [key: string]: Json } {
  const entries = Object.entries(record).flatMap(([key, value]): [string, Json][] => {
    if (value === undefined) return [];
    if (value instanceof Date) return [[key, value.toISOString()]];
    return [[key, typeof value === 'bigint' ? value.toString() : value]];
  });
  return Object.fromEntries(entries);
}
