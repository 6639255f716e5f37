import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import { postEvent } from './post-event';
import { type Claimed, releaseDelivery, settleDelivery } from './settle-delivery';

/** Events on their way to one webhook at a time. */
const AT_ONCE = 4;
/** Well beyond the timeout of a try: who has not written down the outcome by then was killed. */
const CLAIM_MS = 60_000;
/** How long a turn waits for what it began before it lets the next turn look for other webhooks. */
const TURN_MS = 1_000;

type Due = { tenant_id: string; id: string };
type ClaimRow = { id: string; event_id: string; tries: number; body: string | null };

const DUE = `SELECT w.tenant_id, w.id FROM webhooks w
  WHERE w.active AND EXISTS (
    SELECT 1 FROM webhook_deliveries d
    WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.status = 'PENDING'
      AND d.next_try_at <= $1 AND (d.claimed_until IS NULL OR d.claimed_until <= $1))`;

/**
 * Of two processes that ask at once, one gets a row. Picked apart, for a subquery with a limit may
 * be run anew for each row of the update.
 */
const CLAIM = `WITH picked AS MATERIALIZED (
    SELECT p.id FROM webhook_deliveries p
    WHERE p.tenant_id = $1 AND p.webhook_id = $2 AND p.status = 'PENDING'
      AND p.next_try_at <= $3 AND (p.claimed_until IS NULL OR p.claimed_until <= $3)
    ORDER BY p.next_try_at, p.id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  UPDATE webhook_deliveries d SET claimed_until = $4
  FROM picked WHERE d.tenant_id = $1 AND d.id = picked.id
  RETURNING d.id, d.event_id, d.tries,
    (SELECT e.body FROM webhook_events e
      WHERE e.tenant_id = d.tenant_id AND e.id = d.event_id) AS body`;

/**
 * Sends what is due. Each webhook has a lane of its own: a slow receiver holds up nobody but
 * itself, and a turn ends without waiting for it.
 */
export class WebhookSender {
  #lanes = new Map<string, Promise<number>>();

  /** One turn by the clock. Answers how many tries were made within it. */
  async run(now: Date): Promise<number> {
    const started = Date.now();
    const clock = () => new Date(now.getTime() + Date.now() - started);
    const { rows } = await runtime().db.pool.query<Due>(DUE, [now]);
    const begun = rows
      .filter((due) => !this.#lanes.has(keyOf(due)))
      .map((due) => this.#open(due, clock));
    let tried = 0;
    const counted = begun.map((lane) =>
      lane.then((count) => {
        tried += count;
      }),
    );
    await Promise.race([Promise.all(counted), pause(TURN_MS)]);
    return tried;
  }

  /** Ends when nothing is on its way any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#lanes.values());
  }

  #open(due: Due, clock: () => Date): Promise<number> {
    const key = keyOf(due);
    const lane = serve(due, clock)
      .catch((err) => {
        log.error({ err, webhook_id: due.id }, 'a webhook could not be served; it is tried again');
        return 0;
      })
      .finally(() => this.#lanes.delete(key));
    this.#lanes.set(key, lane);
    return lane;
  }
}

const keyOf = ({ tenant_id, id }: Due) => `${tenant_id}/${id}`;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/** Everything due at one webhook, a few at a time. */
async function serve(due: Due, clock: () => Date): Promise<number> {
  let tried = 0;
  while (!runtime().shutdown.signal.aborted) {
    const webhook = await runtime().db.prisma.webhook.findUnique({
      where: { tenantId_id: { tenantId: due.tenant_id, id: due.id } },
      select: { tenantId: true, id: true, url: true, secretSealed: true, active: true },
    });
    if (!webhook?.active) break;
    const now = clock();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const { rows } = await runtime().db.pool.query<ClaimRow>(CLAIM, [
      due.tenant_id,
      due.id,
      now,
      claimedUntil,
    ]);
    if (rows.length === 0) break;
    const tries = rows.map(async (row) => {
      const claimed = { ...keysOf(due), ...claimOf(row), claimedUntil };
      await tryOne(webhook, claimed, row.body ?? '{}', clock);
    });
    await Promise.all(tries);
    tried += rows.length;
  }
  return tried;
}

const keysOf = ({ tenant_id, id }: Due) => ({ tenantId: tenant_id, webhookId: id });
const claimOf = ({ id, event_id, tries }: ClaimRow) => ({ id, eventId: event_id, tries });

type Webhook = Parameters<typeof postEvent>[0]['webhook'];

async function tryOne(
  webhook: Webhook,
  claimed: Claimed,
  body: string,
  clock: () => Date,
): Promise<void> {
  const posted = await postEvent({ webhook, eventId: claimed.eventId, body, now: clock() });
  if (posted.cutOff) await releaseDelivery(claimed);
  else await settleDelivery(claimed, posted, clock());
}
