import { startJobs } from '@/lib/jobs/start-jobs';
import type { Runtime } from '@/lib/runtime';
import { ensureDemo } from '@/lib/services/demo/ensure-demo';
import { startDiscover } from '@/lib/services/discover/start-discover';
import { startKillWatch } from '@/lib/services/incidents/start-kill-watch';
import { startCalls } from '@/lib/services/invoke/start-calls';
import { startLedger } from '@/lib/services/ledger/start-ledger';
import { ensureFirstAdmin } from '@/lib/services/people/ensure-first-admin';
import { registerFileProviders } from '@/lib/services/providers/register-file-providers';
import { startOutbound } from '@/lib/services/providers/start-outbound';
import { startSyncs } from '@/lib/services/providers/start-syncs';
import { endDeadSyncs } from '@/lib/services/providers/sync-record';

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
  { name: 'demo', start: async () => void (await ensureDemo()) },
  { name: 'kill watch', start: startKillWatch },
  { name: 'ledger', start: startLedger },
  { name: 'outbound', start: startOutbound },
  { name: 'calls', start: startCalls },
  { name: 'dead syncs', start: async () => void (await endDeadSyncs(new Date(), true)) },
  { name: 'file providers', start: async () => void (await registerFileProviders()) },
  { name: 'discover', start: startDiscover },
  { name: 'jobs', start: startJobs },
  { name: 'syncs', start: startSyncs },
];
