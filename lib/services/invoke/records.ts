import type { BindingSite } from '@/lib/core/policy/incidents';
import { metrics } from '@/lib/observability/metrics';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { newId } from '../ids';
import { ledger } from '../ledger/ledger';
import type { RefusedStatus, StartRecord } from '../ledger/records';
import { type Decided, explainRefusal } from './decide';
import { argumentsDigest } from './digest';
import type { InvokeCall, PreparedCall } from './prepared-call';
import { supersededBy } from './superseded';

/** The start record of a call that may go out, or of one refused after it was prepared. */
export function startRecord(call: PreparedCall, site: BindingSite | null): StartRecord {
  return {
    ...recordOf(call.ctx, call.decided, call.input, call.invocationId),
    version: `${call.version.major}.${call.version.minor}`,
    providerTenantId: site?.provider.tenantId,
    providerId: site?.provider.id,
    backendId: site?.backend?.id,
    argumentShape: call.shape,
    argumentsDigest: call.digest,
  };
}

function recordOf(
  ctx: Context,
  decided: Decided,
  input: InvokeCall,
  invocationId: string,
): Omit<StartRecord, 'version' | 'argumentShape' | 'argumentsDigest'> {
  const { caller, rows } = decided;
  return {
    invocationId,
    tenantId: caller.tenantId,
    runId: input.run_id,
    agentId: caller.agentId,
    agentName: caller.agentName,
    userId: caller.userId ?? undefined,
    subject: caller.userId ?? caller.agentId,
    subjectClaimed: input.subject_id,
    capabilityTenantId: rows.capability.tenantId,
    capabilityId: rows.capability.id,
    capabilityName: rows.capability.name,
    risk: rows.capability.risk,
    door: ctx.door,
    requestId: ctx.requestId,
    startedAt: ctx.now,
  };
}

/** Puts a refused call on record; it is never counted as use. */
export async function recordRefusal(
  call: PreparedCall,
  status: RefusedStatus,
  reason: string,
): Promise<void> {
  const invocationId = newId('inv', call.ctx.now.getTime());
  await putRefused({ ...startRecord(call, null), invocationId, refused: { status, reason } });
}

async function putRefused(record: StartRecord & { refused: NonNullable<StartRecord['refused']> }) {
  await ledger().start(record);
  metrics().countCall({ status: record.refused.status, risk: record.risk });
}

/** Records why the policy said no, then says it to the caller in the words it may hear. */
export async function refuseByPolicy(
  ctx: Context,
  decided: Decided,
  input: InvokeCall,
): Promise<never> {
  const { decision, rows } = decided;
  const reasons = decision.withheld.length > 0 ? decision.withheld : decision.reasons;
  const { currentMajor, currentMinor } = rows.capability;
  await putRefused({
    ...recordOf(ctx, decided, input, newId('inv', ctx.now.getTime())),
    version: currentMajor === null ? '' : `${currentMajor}.${currentMinor ?? 0}`,
    argumentShape: {},
    argumentsDigest: argumentsDigest(input.arguments),
    refused: { status: 'DENIED', reason: reasons.join(' ') },
  });
  const told = explainRefusal(ctx, decided);
  throw new ServiceError(told.code, told.reasons.join(' '), {
    reasons: told.reasons,
    ...(decision.code === 'NOT_FOUND' ? {} : supersededBy(decided, input.arguments)),
  });
}
