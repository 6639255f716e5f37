import { argumentShape } from '@/lib/core/ledger/shape';
import type { Json } from '@/lib/core/shared/json';
import type { ApprovalPending, Invoked } from '@/lib/schemas/invoke';
import { checkApproval, consumeStatement } from '../approvals/check-approval';
import { type ApprovalBinding, requestApproval } from '../approvals/request-approval';
import type { Context } from '../context';
import { isServiceError, ServiceError } from '../errors';
import { newId } from '../ids';
import { ledger } from '../ledger/ledger';
import type { BoundStatement } from '../ledger/records';
import { outbound } from '../outbound';
import { bindingsInOrder, firstOf } from './bindings';
import { type Decided, decideCall } from './decide';
import { argumentsDigest, requestDigest } from './digest';
import { explainLimit } from './explain-limit';
import { takeOff } from './flight';
import {
  type IdempotencyScope,
  keepAnswer,
  keepFailure,
  LINK,
  linkStatement,
  release,
  reserve,
} from './idempotency';
import { countsOf, type LimitScope, type Limits } from './limits';
import { loadVersion, siteOf } from './load-call';
import { makeCall } from './make-call';
import type { InvokeCall, PreparedCall } from './prepared-call';
import { recordRefusal, refuseByPolicy, startRecord } from './records';
import { supersededBy } from './superseded';

export type InvokeAnswer =
  | { status: 200; body: Invoked; replayed: boolean }
  | { status: 202; body: ApprovalPending; replayed: false };

/**
 * One call, from decision to ledger: decision, idempotency, arguments against the approved
 * schema, approval, limits, binding, start record, the call, end record, answer.
 * @throws ServiceError NOT_FOUND, DENIED, DISABLED, QUARANTINED, CONFLICT, VALIDATION,
 *   PRECONDITION_FAILED, LIMIT_EXCEEDED, UPSTREAM_FAILED, TIMEOUT, UNAVAILABLE.
 */
export async function invokeCapability({
  ctx,
  input,
}: {
  ctx: Context;
  input: InvokeCall;
}): Promise<InvokeAnswer> {
  const decided = await decideCall(ctx, input.id, input);
  if (!decided.decision.allowed || decided.decision.version === null) {
    return refuseByPolicy(ctx, decided, input);
  }
  const { caller } = decided;
  if (input.idempotency_key === undefined) return run(ctx, decided, input, null);
  const scope = { ...caller, key: input.idempotency_key };
  const kept = await reserve(scope, digestOf(input), ctx.now);
  if (kept.kind === 'replay') {
    return { status: 200, body: kept.answer, replayed: true };
  }
  return run(ctx, decided, input, scope);
}

function digestOf(input: InvokeCall): string {
  const { id, run_id, version, subject_id } = input;
  return requestDigest({
    capabilityId: id,
    arguments: input.arguments,
    ...(run_id === undefined ? {} : { run_id }),
    ...(version === undefined ? {} : { version }),
    ...(subject_id === undefined ? {} : { subject_id }),
  });
}

/** Keeps what a started call came to; whatever was refused before gives the key back. */
async function run(
  ctx: Context,
  decided: Decided,
  input: InvokeCall,
  scope: IdempotencyScope | null,
): Promise<InvokeAnswer> {
  let started = false;
  try {
    const call = await prepare(ctx, decided, input);
    const waiting = await approvalFor(call);
    if (waiting) {
      if (scope) await release(scope);
      return { status: 202, body: waiting, replayed: false };
    }
    const flight = takeOff(call);
    try {
      await start(call, scope);
      started = true;
      const body = await makeCall(call, flight);
      if (scope) await keepAnswer(scope, body);
      return { status: 200, body, replayed: false };
    } finally {
      flight.land();
    }
  } catch (error) {
    if (scope && !started) await release(scope);
    else if (scope && isServiceError(error)) await keepFailure(scope, error);
    throw error;
  }
}

async function prepare(ctx: Context, decided: Decided, input: InvokeCall): Promise<PreparedCall> {
  const { rows, decision, caller } = decided;
  const version = decision.version ?? { major: 0, minor: 0 };
  const contract = await loadVersion(rows.capability, version);
  if (!contract) throw new ServiceError('UNAVAILABLE', 'Its current version cannot be read.');
  const call: PreparedCall = {
    ctx,
    decided,
    input,
    invocationId: newId('inv', ctx.now.getTime()),
    subject: caller.userId ?? caller.agentId,
    version,
    contract,
    shape: argumentShape(contract.inputSchema, input.arguments),
    digest: argumentsDigest(input.arguments),
    bindings: bindingsInOrder(rows, caller.tenantId),
  };
  await validateArguments(call);
  return call;
}

async function validateArguments(call: PreparedCall): Promise<void> {
  const { inputSchema, schemaHash } = call.contract;
  const checker = outbound.get().schemas;
  const result = await checker.validate(
    { schema: inputSchema, key: `in:${schemaHash}` },
    call.input.arguments,
  );
  if (result.valid) return;
  if ('failure' in result) {
    throw new ServiceError(
      result.failure === 'TIMEOUT' ? 'TIMEOUT' : 'UNAVAILABLE',
      `The arguments could not be checked against the schema: ${result.message}`,
    );
  }
  const errors = result.errors.map(({ path, message }) => ({
    path: path === '' ? 'arguments' : `arguments.${path}`,
    message,
  }));
  const detail = errors[0] ? `${errors[0].path}: ${errors[0].message}` : 'Not valid.';
  await recordRefusal(call, 'INVALID', detail);
  const { warnings } = call.decided.decision;
  const superseded = supersededBy(call.decided, call.input.arguments);
  const told = superseded.replacement ? [detail, ...warnings].join(' ') : detail;
  throw new ServiceError('VALIDATION', told, { errors, ...superseded });
}

function bindingOf(call: PreparedCall): ApprovalBinding {
  const { decided, input } = call;
  const { capability } = decided.rows;
  return {
    caller: decided.caller,
    subject: call.subject,
    runId: input.run_id ?? null,
    capability: { tenantId: capability.tenantId, id: capability.id },
    version: `${call.version.major}.${call.version.minor}`,
    risk: capability.risk,
    arguments: input.arguments as Json,
    argumentsDigest: call.digest,
    argumentShape: call.shape,
    decisionHash: decided.decisionHash ?? '',
  };
}

/** The answer while a person has not said yes; null when the call may go on. */
async function approvalFor(call: PreparedCall): Promise<ApprovalPending | null> {
  const { decided, input, ctx } = call;
  if (!decided.decision.approval_required) return null;
  if (input.approval_id !== undefined) {
    try {
      const check = await checkApproval(input.approval_id, bindingOf(call), ctx.now);
      if (check.kind === 'approved') return null;
      await recordRefusal(call, 'APPROVAL_PENDING', `Approval ${check.id} is not decided yet.`);
      return { approval_id: check.id, expires_at: check.expiresAt.toISOString() };
    } catch (error) {
      if (isServiceError(error)) await recordRefusal(call, 'DENIED', error.message);
      throw error;
    }
  }
  const approval = await requestApproval(ctx, bindingOf(call)).catch(async (error: unknown) => {
    if (isServiceError(error)) await recordRefusal(call, 'LIMITED', error.message);
    throw error;
  });
  await recordRefusal(call, 'APPROVAL_PENDING', `Waits for approval ${approval.id}.`);
  return { approval_id: approval.id, expires_at: approval.expiresAt.toISOString() };
}

/** Commits the start record; from here on the call counts, whatever becomes of it. */
async function start(call: PreparedCall, scope: IdempotencyScope | null): Promise<void> {
  const { decided, input, ctx, invocationId } = call;
  const first = firstOf(call.bindings);
  const { limitScope, limits } = limitsOf(call);
  const statements: BoundStatement[] = [];
  const approved = decided.decision.approval_required && input.approval_id !== undefined;
  if (approved && input.approval_id) {
    statements.push(consumeStatement(input.approval_id, bindingOf(call), invocationId, ctx.now));
  }
  if (scope) statements.push(linkStatement(scope, invocationId));
  if (decided.facts.agent.major === null) statements.push(holdMajor(call));
  const outcome = await ledger().start({
    ...startRecord(call, siteOf(first)),
    ...(approved && input.approval_id ? { approvalId: input.approval_id } : {}),
    counts: countsOf(limitScope, limits, invocationId),
    inSameTransaction: statements,
  });
  if (outcome.started) return;
  if ('stoppedBy' in outcome) {
    const reason = `Disabled in an emergency (${outcome.stoppedBy.targetKind} "${outcome.stoppedBy.targetId}"): ${outcome.stoppedBy.reason}`;
    await recordRefusal(call, 'DENIED', reason);
    throw new ServiceError('DISABLED', reason, { reasons: [reason] });
  }
  if ('overLimit' in outcome) {
    const limit = await explainLimit(limitScope, limits);
    await recordRefusal(call, 'LIMITED', limit.message);
    throw new ServiceError('LIMIT_EXCEEDED', limit.message, { retryAfter: limit.retryAfter });
  }
  if (statements[outcome.failedStatement]?.name === LINK) {
    throw new ServiceError(
      'CONFLICT',
      'Another call with this Idempotency-Key went ahead meanwhile; repeat it for its answer.',
    );
  }
  const used = 'This approval was used or ran out a moment ago; it is good once.';
  await recordRefusal(call, 'DENIED', used);
  throw new ServiceError('PRECONDITION_FAILED', used);
}

function limitsOf(call: PreparedCall): { limitScope: LimitScope; limits: Limits } {
  const { caller, rows } = call.decided;
  return {
    limitScope: {
      tenantId: caller.tenantId,
      agentId: caller.agentId,
      capability: `${rows.capability.tenantId}/${rows.capability.id}`,
      runId: call.input.run_id ?? null,
      now: call.ctx.now,
    },
    limits: {
      callsPerRun: rows.capability.callsPerRun,
      ratePerMinute: rows.capability.ratePerMinute,
    },
  };
}

/** The agent's first call of a capability settles its major. */
function holdMajor(call: PreparedCall) {
  const { caller } = call.decided;
  return {
    name: 'hold_major',
    sql: `INSERT INTO agent_majors AS m (tenant_id, agent_id, capability_id, major, set_by)
      VALUES ($1, $2, $3, $4, 'first-use')
      ON CONFLICT (tenant_id, agent_id, capability_id) DO UPDATE SET major = m.major`,
    values: [caller.tenantId, caller.agentId, call.input.id, call.version.major],
    mustAffect: 1,
  };
}
