import { runtimePart } from '@/lib/runtime';
import type { LedgerWriter } from './records';

const part = runtimePart<LedgerWriter>('ledger');

/** This process's ledger writer. @throws ServiceError UNAVAILABLE before boot */
export function ledger(): LedgerWriter {
  return part.get();
}

export function setLedger(writer: LedgerWriter): void {
  part.set(writer);
}
