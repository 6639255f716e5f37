import { z } from 'zod';
import { diffFields, type FieldDiff } from '@/lib/core/diff/fields';
import type { GateFailure } from '@/lib/core/lifecycle/gate-types';
import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';
import { computeFindings } from './findings';
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

/** What comes along with a submission; empty where agents could never get it. */
function majorsIn(row: CapabilityRecord, payload: unknown) {
  const carried = carriedSchema.safeParse(objectOf(payload).carried);
  if (!carried.success || row.currentMajor !== null) return [];
  const first = numberOf(carried.data.version).major;
  return carried.data.majors.filter(({ version }) => numberOf(version).major < first);
}

const SHOWN = ['description', 'title', 'input_schema', 'output_schema', 'annotations'];

/** The same as a reviewer reads it: it goes live with the rest, word by word. */
export function carriedDiff(row: CapabilityRecord, payload: unknown): FieldDiff[] {
  return majorsIn(row, payload).flatMap(({ version, inputs, outputs, ...major }) =>
    diffFields(SHOWN, {}, { ...major, input_schema: inputs, output_schema: outputs }).map(
      (diff) => ({ ...diff, field: `version ${version}: ${diff.field}` }),
    ),
  );
}

/**
 * The gates of what a definition says, asked of each older major. Never inside a transaction: it
 * asks the schema worker.
 */
export async function carriedFailures(
  row: CapabilityRecord,
  payload: unknown,
): Promise<GateFailure[]> {
  const failures: GateFailure[] = [];
  for (const { version, description, inputs, annotations } of majorsIn(row, payload)) {
    const definition = { ...row, description, inputSchema: inputs, annotations };
    for (const { severity, path, message, suggestion } of await computeFindings(definition)) {
      if (severity !== 'error') continue;
      const gate = path === 'description' ? ('description' as const) : ('input-schema' as const);
      const field = `majors.${version}.${path}`;
      failures.push({ gate, field, message, fix: suggestion, severity });
    }
  }
  return failures;
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
  for (const major of majorsIn(row, call.payload)) {
    const next = numberOf(major.version);
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
