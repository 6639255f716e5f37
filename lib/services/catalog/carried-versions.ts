import { z } from 'zod';
import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import type { PublishPlan, VersionNumber } from './publish';
import { writeVersion } from './publish';
import { type CapabilityRecord, objectOf } from './rows';

/**
 * A capability that comes from another installation keeps the number agents know its version by,
 * and its older majors that still serve. They go with the request to promote it, and are written
 * by its approval: the history of minors before stays where it was made.
 */
const carriedSchema = z.object({
  version: z.string(),
  majors: z
    .array(
      z.object({
        version: z.string(),
        title: z.string().default(''),
        description: z.string(),
        inputs: z.record(z.string(), z.unknown()),
        outputs: z.record(z.string(), z.unknown()).nullable().default(null),
        annotations: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
});

type Source = { version?: string | undefined; majors?: readonly object[] | undefined };

/** What of a contract goes with its submission; null when it begins with 1.0 like any other. */
export function carriedOf({
  version = '1.0',
  majors = [],
}: Source): Record<string, unknown> | null {
  return version === '1.0' && majors.length === 0 ? null : { version, majors };
}

/** The plan of a first version with the number it brings along. */
export function withCarriedNumber(
  plan: PublishPlan,
  row: CapabilityRecord,
  payload: unknown,
): PublishPlan {
  const carried = carriedSchema.safeParse(objectOf(payload).carried);
  if (!carried.success || row.currentMajor !== null) return plan;
  return { ...plan, next: numberOf(carried.data.version) };
}

/** Writes the older majors that came along, beside the first version. */
export async function writeCarriedMajors(
  tx: Tx,
  ctx: Context,
  call: { row: CapabilityRecord; payload: unknown; changeRequestId: string; plan: PublishPlan },
): Promise<void> {
  const { row, changeRequestId, plan } = call;
  const carried = carriedSchema.safeParse(objectOf(call.payload).carried);
  if (!carried.success || row.currentMajor !== null) return;
  for (const major of carried.data.majors) {
    const next = numberOf(major.version);
    if (next.major >= plan.next.major) continue;
    const { title, description, annotations } = major;
    const content = {
      title,
      description,
      inputSchema: major.inputs,
      outputSchema: major.outputs,
      annotations,
    };
    await writeVersion(tx, ctx, {
      row,
      content,
      plan: { ...plan, next },
      changeRequestId,
      ruling: null,
    });
  }
}

function numberOf(version: string): VersionNumber {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return { major, minor };
}
