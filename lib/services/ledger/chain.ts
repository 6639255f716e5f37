import { createHmac } from 'node:crypto';
import { canonicalJson } from '@/lib/core/shared/json';
import type { Chain } from './flush';
import type { EndColumns, StartColumns } from './rows';

export type ChainHead = { seq: bigint; hash: string };

/** Where every writer's chain begins. */
export const GENESIS: ChainHead = { seq: 0n, hash: '' };

type Kind = 'start' | 'end';

/** Hash of one link: keyed, over the record, its place and the link before it. */
export function linkHash(
  key: Uint8Array,
  kind: Kind,
  link: { writerId: string; seq: string; prevHash: string },
  columns: StartColumns | EndColumns,
): string {
  const text = canonicalJson({ kind, ...link, record: columns });
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Links records one after the other from a head; `head()` is where they end. */
export function chainFrom(
  from: ChainHead,
  writerId: string,
  key: Uint8Array,
): Chain & { head(): ChainHead } {
  let head = from;
  function link<T extends StartColumns | EndColumns>(kind: Kind, columns: T) {
    const seq = (head.seq + 1n).toString();
    const prevHash = head.hash;
    const hash = linkHash(key, kind, { writerId, seq, prevHash }, columns);
    head = { seq: head.seq + 1n, hash };
    return { ...columns, writer_id: writerId, seq, prev_hash: prevHash, hash };
  }
  return {
    startRow: (columns) => link('start', columns),
    endRow: (columns) => link('end', columns),
    head: () => head,
  };
}
