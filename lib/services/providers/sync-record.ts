import { isUniqueViolation } from '@/lib/db/errors';
import type { Prisma, Sync } from '@/lib/db/generated/client';
import { log } from '@/lib/observability/log';
import { runtime } from '@/lib/runtime';
import {
  SYNC_STATUSES,
  type SyncProgress,
  type SyncView,
  syncProgressSchema,
} from '@/lib/schemas/providers';
import { actorId, type Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';

export type SyncTrigger = 'start' | 'schedule' | 'manual';
export type SyncKey = { tenantId: string; id: string };

/** How often progress is written while a sync runs (ms). */
const PROGRESS_EVERY_MS = 400;

/**
 * Opens the record of a sync. The database lets one run a provider at a time.
 * @throws ServiceError CONFLICT while another one runs.
 */
export async function openSync(
  ctx: Context,
  provider: { tenantId: string; id: string },
  trigger: SyncTrigger,
): Promise<SyncKey> {
  const key = { tenantId: provider.tenantId, id: newId('syn', ctx.now.getTime()) };
  const progress: SyncProgress = { phase: 'connecting', listed: 0, processed: 0, total: 0 };
  try {
    await runtime().db.prisma.sync.create({
      data: {
        ...key,
        providerId: provider.id,
        trigger,
        startedBy: actorId(ctx.actor),
        startedAt: ctx.now,
        progress,
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new ServiceError(
        'CONFLICT',
        `A sync of "${provider.id}" is running; look at it, or wait.`,
      );
    }
    throw error;
  }
  return key;
}

/** Writes progress now and then: the last state asked for always gets written. */
export class SyncProgressWriter {
  #state: SyncProgress = { phase: 'connecting', listed: 0, processed: 0, total: 0 };
  #writtenAt = 0;
  #pending: Promise<unknown> = Promise.resolve();

  constructor(private readonly key: SyncKey) {}

  /** Merges into what is shown; writes unless it was written a moment ago. */
  report(change: Partial<SyncProgress>): void {
    const phaseChanged = change.phase !== undefined && change.phase !== this.#state.phase;
    this.#state = { ...this.#state, ...change };
    const now = performance.now();
    if (!phaseChanged && now - this.#writtenAt < PROGRESS_EVERY_MS) return;
    this.#writtenAt = now;
    this.#pending = this.#pending.then(() => this.#write());
  }

  async settled(): Promise<SyncProgress> {
    await this.#pending;
    return this.#state;
  }

  /** What people watch must never end what they watch. */
  async #write(): Promise<void> {
    try {
      await runtime().db.prisma.sync.updateMany({
        where: { ...this.key, status: 'RUNNING' },
        data: { progress: this.#state },
      });
    } catch (err) {
      log.warn({ err, sync: this.key.id }, 'the progress of a sync could not be written');
    }
  }
}

export type SyncOutcome = Pick<
  SyncView,
  'added' | 'updated' | 'unchanged' | 'removed' | 'drift' | 'rejected' | 'warnings'
>;

/** Closes the record; a sync that was ended by somebody else meanwhile stays as it is. */
export async function closeSync(
  key: SyncKey,
  progress: SyncProgress,
  end: { outcome: SyncOutcome } | { errorClass: string; error: string },
): Promise<SyncView> {
  const { prisma } = runtime().db;
  const failed = 'error' in end;
  const data: Prisma.SyncUpdateManyMutationInput = failed
    ? { status: 'FAILED', errorClass: end.errorClass, error: end.error }
    : { status: 'SUCCEEDED', ...end.outcome };
  await prisma.sync.updateMany({
    where: { ...key, status: 'RUNNING' },
    data: {
      ...data,
      endedAt: new Date(),
      progress: failed ? progress : { ...progress, phase: 'done' },
    },
  });
  return readSync(key);
}

export async function readSync(key: SyncKey): Promise<SyncView> {
  const where = { tenantId_id: key };
  return toSyncView(await runtime().db.prisma.sync.findUniqueOrThrow({ where }));
}

export function toSyncView(row: Sync): SyncView {
  return {
    id: row.id,
    provider: row.providerId,
    status: SYNC_STATUSES.find((status) => status === row.status) ?? 'FAILED',
    trigger: row.trigger as SyncTrigger,
    started_by: row.startedBy,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    progress: syncProgressSchema.parse(row.progress),
    added: row.added,
    updated: row.updated,
    unchanged: row.unchanged,
    removed: row.removed,
    drift: row.drift as SyncView['drift'],
    rejected: row.rejected as SyncView['rejected'],
    warnings: row.warnings as SyncView['warnings'],
    error_class: row.errorClass,
    error: row.error,
  };
}

/** How long no sync takes: one that is older lost its process. */
const LONGEST_SYNC_MS = 15 * 60 * 1000;

/**
 * Ends the record of syncs whose process died; they would keep others from starting. At the start
 * of an embedded installation no other process can have one, so none that is open is alive.
 */
export function endDeadSyncs(now: Date, starting = false): Promise<number> {
  const alone = starting && runtime().db.kind === 'embedded';
  return endInterruptedSyncs(alone ? now : new Date(now.getTime() - LONGEST_SYNC_MS));
}

/** A sync that began before this is over; it says so. */
export async function endInterruptedSyncs(olderThan: Date): Promise<number> {
  const { count } = await runtime().db.prisma.sync.updateMany({
    where: { status: 'RUNNING', startedAt: { lt: olderThan } },
    data: {
      status: 'FAILED',
      endedAt: new Date(),
      errorClass: 'interrupted',
      error: 'The process that ran it ended before it was done; sync again.',
    },
  });
  return count;
}
