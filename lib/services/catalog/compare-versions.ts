import { diffFields } from '@/lib/core/diff/fields';
import { authorize } from '@/lib/core/policy/authorize';
import { runtime } from '@/lib/runtime';
import type { VersionComparison } from '@/lib/schemas/catalog-views';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import { compareContracts } from './compare-contracts';
import { getCapabilityRecord } from './load';
import type { CapabilityRecord } from './rows';

const FIELDS = ['title', 'description', 'input_schema', 'output_schema', 'annotations'] as const;

/** Two versions of a capability, beside each other, with what callers of the first meet. */
export async function compareVersions(call: {
  ctx: Context;
  input: { capability_id: string; from: string; to: string };
}): Promise<VersionComparison> {
  const { ctx, input } = call;
  const row = await getCapabilityRecord(ctx, input.capability_id);
  const { tenantId } = row;
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId, discoverable: true }));
  const [from, to] = [await getVersion(row, input.from), await getVersion(row, input.to)];
  const { verdict, changes } = compareContracts(from, to);
  const fields = diffFields(FIELDS, shown(from), shown(to));
  return { from: input.from, to: input.to, verdict, changes, fields };
}

async function getVersion(row: CapabilityRecord, text: string) {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  const key = { tenantId: row.tenantId, capabilityId: row.id, major, minor };
  const found = await runtime().db.prisma.capabilityVersion.findUnique({
    where: { tenantId_capabilityId_major_minor: key },
  });
  if (!found) throw notFound('version', text);
  return found;
}

function shown(version: Awaited<ReturnType<typeof getVersion>>): Record<string, unknown> {
  return {
    title: version.title,
    description: version.description,
    input_schema: version.inputSchema,
    output_schema: version.outputSchema,
    annotations: version.annotations,
  };
}
