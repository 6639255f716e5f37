import type { Tx } from '@/lib/db/transaction';
import { readSettings } from '../settings/get-settings';

const DAY_MS = 24 * 3600 * 1000;

/** When an owner has to confirm a capability again, as its tenant has it set. */
export async function nextRecertification(
  tx: Pick<Tx, 'setting'>,
  tenantId: string,
  now: Date,
): Promise<Date> {
  const { recertify_days: days } = await readSettings(tenantId, tx);
  return new Date(now.getTime() + days * DAY_MS);
}
