import { startJobs } from '@/lib/jobs/start-jobs';
import type { Runtime } from '@/lib/runtime';
import { startDiscover } from '@/lib/services/discover/start-discover';
import { startKillWatch } from '@/lib/services/incidents/start-kill-watch';
import { startLedger } from '@/lib/services/ledger/start-ledger';
import { ensureFirstAdmin } from '@/lib/services/people/ensure-first-admin';
import { startOutbound } from '@/lib/services/providers/start-outbound';

/** Something that starts with the process; may answer how it stops. */
export type BootPart = {
  name: string;
  start(runtime: Runtime): Promise<undefined | (() => Promise<void> | void)>;
};

/**
 * Started in this order once the database is migrated, stopped in reverse: seed
 * before index before jobs. Each line names a part another folder exports.
 */
export const BOOT_PARTS: readonly BootPart[] = [
  { name: 'first admin', start: async () => void (await ensureFirstAdmin()) },
  { name: 'kill watch', start: startKillWatch },
  { name: 'ledger', start: startLedger },
  { name: 'outbound', start: startOutbound },
  { name: 'discover', start: startDiscover },
  { name: 'jobs', start: startJobs },
];
