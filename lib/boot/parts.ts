import type { Runtime } from '@/lib/runtime';

/** Something that starts with the process; may answer how it stops. */
export type BootPart = {
  name: string;
  start(runtime: Runtime): Promise<undefined | (() => Promise<void> | void)>;
};

/**
 * Started in this order once the database is migrated, stopped in reverse: seed
 * before index before jobs. Each line names a part another folder exports.
 */
export const BOOT_PARTS: readonly BootPart[] = [];
