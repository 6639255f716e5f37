import { createHmac } from 'node:crypto';
import { type ChainRecord, chainInput, GENESIS_HASH } from '@/lib/core/ledger/chain';
import type { Chain } from './flush';
import type { EndColumns, StartColumns } from './rows';

export type ChainHead = { seq: bigint; hash: string };

/** Where every writer's chain begins. */
export const GENESIS: ChainHead = { seq: 0n, hash: GENESIS_HASH };

type Kind = 'start' | 'end';

/** What is hashed of a record: its own columns, what it is, and where it stands. */
export function chainRecord(
  kind: Kind,
  writerId: string,
  seq: string,
  columns: StartColumns | EndColumns,
): ChainRecord {
  return { kind, writer_id: writerId, seq, ...columns };
}

/** Keyed with the install's digest key: who can write rows cannot forge a chain without it. */
export function chainHasher(key: Uint8Array): (text: string) => string {
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

/** Links records one after the other from a head; `head()` is where they end. */
export function chainFrom(
  from: ChainHead,
  writerId: string,
  key: Uint8Array,
): Chain & { head(): ChainHead } {
  const hashOf = chainHasher(key);
  let head = from;
  function link<T extends StartColumns | EndColumns>(kind: Kind, columns: T) {
    const seq = (head.seq + 1n).toString();
    const prevHash = head.hash;
    const hash = hashOf(chainInput(prevHash, chainRecord(kind, writerId, seq, columns)));
    head = { seq: head.seq + 1n, hash };
    return { ...columns, writer_id: writerId, seq, prev_hash: prevHash, hash };
  }
  return {
    startRow: (columns) => link('start', columns),
    endRow: (columns) => link('end', columns),
    head: () => head,
  };
}
