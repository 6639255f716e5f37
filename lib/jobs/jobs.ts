import { expireApprovals } from '@/lib/services/approvals/expire-approvals';
import { disableDue } from '@/lib/services/catalog/disable-due';
import { applyScheduled } from '@/lib/services/change-requests/apply-scheduled';
import { escalateWaiting } from '@/lib/services/change-requests/escalate-waiting';
import { checkpointLedger } from '@/lib/services/ledger/checkpoint-ledger';
import { cleanUpCounters } from '@/lib/services/ledger/clean-up-counters';
import { reconcileUnknown } from '@/lib/services/ledger/reconcile-unknown';
import { cleanUpMessages } from '@/lib/services/notifications/clean-up-messages';
import { expireOffers } from '@/lib/services/ownership/expire-offers';
import { remindDue } from '@/lib/services/ownership/remind-due';
import { syncDue } from '@/lib/services/providers/sync-due';
import { WebhookSender } from '@/lib/services/webhooks/webhook-sender';

export type Job = {
  name: string;
  /** Cron pattern, seconds first. */
  pattern: string;
  /** Answers how many things it did. */
  run(now: Date): Promise<number>;
  /** Waits, when the process stops, for what `run` has left going. */
  settled?(): Promise<void>;
};

const sender = new WebhookSender();

/** Everything the leader does by the clock. Offsets keep them from starting together. */
export const JOBS: readonly Job[] = [
  { name: 'approvals-expiry', pattern: '5 * * * * *', run: expireApprovals },
  { name: 'disable-at', pattern: '15 * * * * *', run: disableDue },
  { name: 'scheduled-changes', pattern: '20 * * * * *', run: applyScheduled },
  { name: 'waiting-changes', pattern: '35 */5 * * * *', run: escalateWaiting },
  { name: 'offer-expiry', pattern: '20 */5 * * * *', run: expireOffers },
  { name: 'recertification', pattern: '45 */10 * * * *', run: remindDue },
  { name: 'ledger-reconcile', pattern: '25 * * * * *', run: reconcileUnknown },
  { name: 'provider-sync', pattern: '*/30 * * * * *', run: syncDue },
  { name: 'ledger-checkpoint', pattern: '40 */5 * * * *', run: checkpointLedger },
  { name: 'counters-cleanup', pattern: '50 7 * * * *', run: cleanUpCounters },
  {
    name: 'webhooks',
    pattern: '*/2 * * * * *',
    run: (now) => sender.run(now),
    settled: () => sender.settled(),
  },
  { name: 'messages-cleanup', pattern: '55 17 * * * *', run: cleanUpMessages },
];
