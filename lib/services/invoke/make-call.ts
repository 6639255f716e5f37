import type { AdapterFailure, AdapterResult } from '@/lib/adapters/adapter';
import type { OpenIncident } from '@/lib/core/policy/incidents';
import { effectOf } from '@/lib/core/shared/annotations';
import { logEvent } from '@/lib/observability/log';
import { metrics } from '@/lib/observability/metrics';
import type { Invoked } from '@/lib/schemas/invoke';
import { ServiceError } from '../errors';
import type { CutOff } from '../incidents/inflight';
import { killSet } from '../incidents/parts';
import { ledger } from '../ledger/ledger';
import type { EndStatus } from '../ledger/records';
import { outbound } from '../outbound';
import { firstOf } from './bindings';
import { checkOutput } from './check-output';
import type { Flight } from './flight';
import { type BindingRow, siteOf } from './load-call';
import type { PreparedCall } from './prepared-call';

type Made = { result: AdapterResult; binding: BindingRow };

/**
 * The call itself, after its start record: adapter, output check, end record, answer. Whatever
 * happens, an end record is written before the caller hears of it.
 * @throws ServiceError UPSTREAM_FAILED, TIMEOUT, UNAVAILABLE, DISABLED (an incident cut it off).
 */
export async function makeCall(call: PreparedCall, flight: Flight): Promise<Invoked> {
  const began = performance.now();
  const made: Made = { binding: firstOf(call.bindings), result: neverLeft() };
  try {
    await callWithFailover(call, flight, made);
    if (made.result.ok) made.result = await checkOutput(call, made.result);
  } catch (error) {
    // Nothing here is expected to throw. What did may have come after the call went out.
    await recordEnd(call, made, { status: 'UNKNOWN', errorClass: 'internal' }, began);
    throw error;
  }
  const { result, binding } = made;
  const cutOff = flight.cutOff();
  const { latencyMs } = await recordEnd(call, made, outcomeOf(result, cutOff), began);
  if (cutOff) throw cutOff === 'stopping' ? stopping(call) : disabled(cutOff, call);
  if (!result.ok) throw failed(result, call);
  return {
    invocation_id: call.invocationId,
    status: result.status,
    output: result.output,
    provider: binding.provider.id,
    latency_ms: latencyMs,
    warnings: call.decided.decision.warnings,
  };
}

function neverLeft(): AdapterFailure {
  return notCallable('The call did not leave.');
}

/**
 * Goes to the next binding only where repeating is safe: the call never left, or it only reads.
 * `made` always says what was tried last.
 */
async function callWithFailover(call: PreparedCall, flight: Flight, made: Made): Promise<void> {
  const { annotations } = call.contract;
  const repeatable = effectOf(annotations) === 'read-only' || annotations.idempotentHint === true;
  for (const [index, binding] of call.bindings.entries()) {
    if (index > 0) {
      flight.goTo(binding);
      if (!(await mayStillStart(call, binding))) continue;
    }
    made.binding = binding;
    made.result = await callBinding(call, binding, flight.signal);
    const { result } = made;
    if (result.ok || result.kind !== 'UPSTREAM_ERROR') return;
    if (result.mayHaveRun && !repeatable) return;
  }
}

/**
 * The start record was checked for the first binding; every other one is checked here. Where the
 * incidents cannot be read, the first one's failure is the answer.
 */
async function mayStillStart(call: PreparedCall, binding: BindingRow): Promise<boolean> {
  const { rows, caller } = call.decided;
  try {
    await killSet().ensureFresh();
  } catch {
    return false;
  }
  const site = siteOf(binding);
  return (
    killSet().check({
      tenantId: caller.tenantId,
      agent: caller.agentId,
      capability: { tenantId: rows.capability.tenantId, id: rows.capability.id },
      providers: [site.provider],
      backendIds: site.backend ? [site.backend.id] : [],
    }) === null
  );
}

async function callBinding(
  call: PreparedCall,
  binding: BindingRow,
  signal: AbortSignal,
): Promise<AdapterResult> {
  const { capability } = call.decided.rows;
  const { adapters, targetOf } = outbound.get();
  const found = adapters.find(capability.type);
  if (!found.ok) return notCallable(found.message);
  const target = targetOf(binding.provider);
  if (!target) return notCallable(`Provider "${binding.provider.id}" is not configured here.`);
  return found.adapter.invoke({
    type: capability.type,
    target,
    upstreamName: binding.upstreamName,
    arguments: call.input.arguments,
    inputSchema: call.contract.inputSchema,
    timeoutMs: capability.timeoutMs,
    maxOutputBytes: capability.maxOutputBytes,
    signal,
  });
}

function notCallable(message: string): AdapterFailure {
  return { ok: false, kind: 'UPSTREAM_ERROR', class: 'invalid_target', message, mayHaveRun: false };
}

type Outcome = { status: EndStatus; errorClass: string | null };

function outcomeOf(result: AdapterResult, cutOff: CutOff | null): Outcome {
  if (cutOff) {
    return { status: 'CANCELLED', errorClass: cutOff === 'stopping' ? 'stopping' : 'incident' };
  }
  if (result.ok) return { status: result.status, errorClass: null };
  return { status: result.kind, errorClass: result.class };
}

async function recordEnd(
  call: PreparedCall,
  { binding, result }: Made,
  { status, errorClass }: Outcome,
  began: number,
): Promise<{ latencyMs: number }> {
  const { caller, rows } = call.decided;
  const latencyMs = Math.round(performance.now() - began);
  await ledger().end({
    invocationId: call.invocationId,
    tenantId: caller.tenantId,
    status,
    providerId: binding.provider.id,
    latencyMs,
    cost: result.ok || result.mayHaveRun ? Number(binding.costPerCall) : 0,
    outputBytes: result.ok ? Buffer.byteLength(JSON.stringify(result.output)) : null,
    errorClass,
    endedAt: new Date(),
  });
  metrics().countCall({ status, risk: rows.capability.risk, latencyMs });
  logEvent('capability.tool.call', {
    invocation_id: call.invocationId,
    capability_id: rows.capability.id,
    agent_id: caller.agentId,
    provider: binding.provider.id,
    status,
    latency_ms: latencyMs,
    tenant_id: caller.tenantId,
    ...(errorClass ? { error: errorClass } : {}),
  });
  return { latencyMs };
}

function stopping(call: PreparedCall): ServiceError {
  return new ServiceError(
    'UNAVAILABLE',
    'Capstan is stopping and cut the call off; whether it was carried out is not known.',
    { invocation_id: call.invocationId },
  );
}

function disabled(incident: OpenIncident, call: PreparedCall): ServiceError {
  const reason = `Disabled in an emergency (${incident.kind} "${incident.id}"): ${incident.reason}`;
  return new ServiceError('DISABLED', reason, {
    reasons: [reason],
    invocation_id: call.invocationId,
  });
}

function failed(failure: AdapterFailure, call: PreparedCall): ServiceError {
  const code = failure.kind === 'TIMEOUT' ? 'TIMEOUT' : 'UPSTREAM_FAILED';
  return new ServiceError(code, failure.message, {
    invocation_id: call.invocationId,
    error_class: failure.class,
  });
}
