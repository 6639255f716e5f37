import type { DriftDefinition } from '@/lib/core/drift/detect';
import { riskFromAnnotations } from '@/lib/core/intake';
import { isMoreDangerous } from '@/lib/core/shared/annotations';
import { maxRisk, riskRank } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import { type CapabilityChanges, capabilityChangesSchema } from '@/lib/schemas/capabilities';
import { definitionAfter, realChanges, touchesContract } from '../catalog/columns';
import type { Proposal } from '../catalog/open-change-request';
import { before } from '../catalog/propose-change';
import { planPublish } from '../catalog/publish';
import { type CapabilityRecord, objectOf } from '../catalog/rows';
import type { ProviderRecord } from '../providers/load-provider';
import { liveOf } from './compare-drift';

/** A binding whose live definition departs from the approved one, and how. */
export type DriftedBinding = {
  id: string;
  capabilityId: string;
  liveHash: string;
  liveDefinition: unknown;
  /** `{ changes: [{ field, detail }] }` */
  details: JsonObject;
};

const REASON_LENGTH = 2000;

/** What would publish the live definition as the next version; null where that changes nothing. */
export async function proposalOf(
  tx: Tx,
  row: CapabilityRecord,
  provider: ProviderRecord,
  drifted: DriftedBinding,
  now: Date,
): Promise<Proposal | null> {
  const live = liveOf(drifted.liveDefinition);
  if (!live) return null;
  const changes = realChanges(row, changesOf(row, provider, live));
  if (!touchesContract(changes)) return null;
  const plan = await planPublish(tx, row, definitionAfter(row, changes), { now });
  const { id: binding, liveHash: live_hash } = drifted;
  return {
    kind: 'publish',
    title: `Publish ${row.name} ${plan.next.major}.${plan.next.minor}, as ${provider.name} lists it now`,
    reason: `${provider.name} changed it: ${detailOf(drifted)}`.slice(0, REASON_LENGTH),
    payload: {
      changes,
      before: before(row, changes),
      compatibility: plan.compat,
      drift: { provider: provider.id, binding, live_hash },
    },
    baseRowVersion: row.rowVersion,
  };
}

/** The contract as it is listed, and the risk that comes with worse effects: never a lower one. */
function changesOf(
  row: CapabilityRecord,
  { riskFloor }: ProviderRecord,
  live: DriftDefinition,
): CapabilityChanges {
  const worse = isMoreDangerous(objectOf(row.annotations), live.annotations);
  const listed = riskFromAnnotations(live.annotations ?? {}, riskFloor);
  const risk = worse ? maxRisk(row.risk, listed) : row.risk;
  const needsApproval = risk !== row.risk && riskRank(risk) >= riskRank('HIGH');
  const waived = Boolean(row.approvalWaiver?.trim());
  return keptBySchema({
    title: live.title ?? '',
    description: live.description,
    input_schema: live.inputSchema,
    output_schema: live.outputSchema,
    annotations: live.annotations ?? {},
    risk,
    ...(needsApproval && !waived ? { approval_required: true } : {}),
  });
}

/** A server may list what people may not write, such as a title without end: that field stays. */
function keptBySchema(asked: Record<string, unknown>): CapabilityChanges {
  const kept = Object.entries(asked).filter(
    ([field, value]) => capabilityChangesSchema.safeParse({ [field]: value }).success,
  );
  return capabilityChangesSchema.parse(Object.fromEntries(kept));
}

function detailOf({ details }: DriftedBinding): string {
  const changes = Array.isArray(details.changes) ? details.changes : [];
  return changes
    .map((change) => (change as { detail?: unknown } | null)?.detail)
    .filter((detail) => typeof detail === 'string')
    .join(' ');
}
