import { authorize } from '@/lib/core/policy/authorize';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';
import { requireAllowed } from '../authorize';
import type { Context } from '../context';
import { notFound } from '../errors';
import { getCapabilityRecord } from './load';
import { objectOf, objectOrNull, toCapability } from './rows';
import { findVersionFor } from './version-for';

type Call = { ctx: Context; input: { capability_id: string } };

/**
 * One capability. People see the working definition; an agent sees what was approved of the major
 * it is on, and nothing of the work on the next version.
 */
export async function getCapability({ ctx, input }: Call): Promise<CapabilityAnswer> {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  requireAllowed(
    authorize(ctx.actor, 'catalog.read', { tenantId: row.tenantId, discoverable: true }),
  );
  const shown = toCapability(row);
  if (ctx.actor.kind !== 'agent') return shown;
  const version = await findVersionFor(ctx, row);
  if (!version) throw notFound('capability', row.id);
  return {
    ...shown,
    version: `${version.major}.${version.minor}`,
    title: version.title,
    description: version.description,
    input_schema: objectOf(version.inputSchema),
    output_schema: objectOrNull(version.outputSchema),
    annotations: objectOf(version.annotations),
    schema_hash: version.schemaHash,
    findings: [],
    safe_example: null,
    created_by: '',
  };
}

/**
 * The schemas in force: of the current version, to an agent of its own major; or the working ones
 * before the first promotion.
 */
export async function getCapabilitySchemas({ ctx, input }: Call) {
  const row = await getCapabilityRecord(ctx, input.capability_id);
  requireAllowed(
    authorize(ctx.actor, 'catalog.read', { tenantId: row.tenantId, discoverable: true }),
  );
  const version = await findVersionFor(ctx, row);
  const source = version ?? row;
  return {
    id: row.id,
    version: version ? `${version.major}.${version.minor}` : null,
    input_schema: objectOf(source.inputSchema),
    output_schema: objectOrNull(source.outputSchema),
    annotations: objectOf(source.annotations),
    schema_hash: source.schemaHash,
  };
}
