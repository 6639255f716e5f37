import type { SyncView } from '@/lib/schemas/providers';

export type Choice = { value: string; label: string };
export type Failure = { message: string; fieldErrors?: Record<string, string> };
export type Result<T> = { ok: true; data: T } | { ok: false; error: Failure };

/** What a page hands to everything that starts or watches syncs. */
export type SyncActions = {
  onSync: (input: { id: string }) => Promise<Result<SyncView>>;
  onRead: (input: { ids: string[] }) => Promise<Result<SyncView[]>>;
};
