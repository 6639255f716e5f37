'use server';

import { action } from '@/lib/actions/action';
import {
  archiveProviderSchema,
  createProviderSchema,
  readSyncsSchema,
  syncProviderSchema,
  updateProviderSchema,
} from '@/lib/schemas/providers';
import { slugSchema } from '@/lib/schemas/shared';
import {
  archiveProvider,
  createProvider,
  updateProvider,
} from '@/lib/services/providers/change-provider';
import { getSyncs } from '@/lib/services/providers/get-provider';
import { startSync } from '@/lib/services/providers/sync-provider';

export const submitProvider = action(createProviderSchema, createProvider);
export const submitSettings = action(
  updateProviderSchema.extend({ id: slugSchema }),
  updateProvider,
);
export const submitArchive = action(
  archiveProviderSchema.extend({ id: slugSchema }),
  async (call): Promise<null> => {
    await archiveProvider(call);
    return null;
  },
);
/** Answers at once: a page that waited for the end could not show the way there. */
export const submitSync = action(syncProviderSchema, startSync);
/** A read, but one that is asked again and again while a sync runs. */
export const readSyncs = action(readSyncsSchema, getSyncs);
