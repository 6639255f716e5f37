import { applyMapping } from '@/lib/core/deprecation/mapping';
import { whatEnded } from '@/lib/core/policy/invoke';
import { isJsonObject, type Json } from '@/lib/core/shared/json';
import { argumentMappingSchema } from '@/lib/schemas/deprecation';
import type { ErrorDetails } from '../errors';
import type { Decided } from './decide';

/**
 * What a refused call is told besides, where it was made for something that has ended: what takes
 * its place, and the caller's own arguments as the replacement wants them. Nothing of it is kept.
 * Empty where nothing has ended, or the agent may not discover the replacement.
 */
export function supersededBy({ facts, rows }: Decided, args: unknown): ErrorDetails {
  const ended = whatEnded(facts);
  const replacement = ended?.deprecation?.replacement;
  if (!ended || !replacement?.visible) return {};
  const row = rows.deprecations.find((one) => one.major === ended.major);
  const mapping = argumentMappingSchema.safeParse(row?.argumentMapping);
  return {
    ended: {
      capability_id: rows.capability.id,
      major: ended.major,
      disabled_at: ended.deprecation?.disableAt?.toISOString() ?? null,
    },
    replacement: { capability_id: replacement.capabilityId, major: replacement.major ?? null },
    ...(row?.migrationNote ? { migration_note: row.migrationNote } : {}),
    ...(mapping.success && isJsonObject(args)
      ? { mapped_arguments: applyMapping(args as { [key: string]: Json }, mapping.data) }
      : {}),
  };
}
