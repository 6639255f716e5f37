import type { Runtime } from '@/lib/runtime';
import { CatalogIndex, catalogIndex } from './catalog-index';
import { ReceiptWriter, receiptWriter } from './receipts';

/** Boot part: the live catalog in memory and the writer of receipts. */
export async function startDiscover(runtime: Runtime): Promise<() => Promise<void>> {
  const index = new CatalogIndex(runtime.db);
  await index.start();
  catalogIndex.set(index);
  receiptWriter.set(new ReceiptWriter(runtime.db));
  return () => index.stop();
}
