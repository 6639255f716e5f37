import type { AdapterFailure, AdapterResult, AdapterSuccess } from '@/lib/adapters/adapter';
import type { BindingSite, OpenIncident } from '@/lib/core/policy/incidents';
import { logEvent } from '@/lib/observability/log';
import { metrics } from '@/lib/observability/metrics';
import type { Invoked } from '@/lib/schemas/invoke';
import { ServiceError } from '../errors';
import { inflight, killSet } from '../incidents/parts';
import { ledger } from '../ledger/ledger';
import type { EndStatus } from '../ledger/records';
import { outbound } from '../outbound';
import { type BindingRow, siteOf } from './load-call';
import type { PreparedCall } from './prepared-call';

type Made = { result: AdapterResult; binding: BindingRow };

/** A call on its way: known to incidents from before its start record on. */
export type Flight = {
  signal: AbortSignal;
  stoppedBy(): OpenIncident | null;
  /** The call goes on to another binding: from now on incidents find it there. */
  goTo(binding: BindingRow): void;
  land(): void;
};

/**
 * Puts the call where incidents find it. Done before the start record commits: an incident that
 * commits after it will see the call and cancel it.
 */
export function takeOff(call: PreparedCall): Flight {
  const stop = new AbortController();
  let stoppedBy: OpenIncident | null = null;
  const { rows, caller } = call.decided;
  const register = (sites: readonly BindingSite[]) =>
    inflight().register(
      call.invocationId,
      {
        tenantId: caller.tenantId,
        agent: caller.agentId,
        capability: { tenantId: rows.capability.tenantId, id: rows.capability.id },
        providers: sites.map((site) => site.provider),
        backendIds: sites.flatMap((site) => site.backend?.id ?? []),
      },
      (incident) => {
        stoppedBy = incident;
        stop.abort();
      },
    );
  let land = register(call.bindings.slice(0, 1).map(siteOf));
  const { signal } = call.ctx;
  return {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    stoppedBy: () => stoppedBy,
    goTo: (binding) => {
      land = register([siteOf(binding)]);
    },
    land: () => land(),
  };
}

/**
 * The call itself, after its start record: adapter, output check, end record, answer. Whatever
 * happens, an end record is written before the caller hears of it.
 * @throws ServiceError UPSTREAM_FAILED, TIMEOUT, UNAVAILABLE, DISABLED (an incident cut it off).
 */
export async function makeCall(call: PreparedCall, flight: Flight): Promise<Invoked> {
  const began = performance.now();
  const made = await callWithFailover(call, flight);
  const checked = made.result.ok ? await checkOutput(call, made.result) : made.result;
  const latencyMs = Math.round(performance.now() - began);
  const stoppedBy = flight.stoppedBy();
  await recordEnd(call, made.binding, checked, latencyMs, stoppedBy !== null);
  if (stoppedBy) throw disabled(stoppedBy, call);
  if (!checked.ok) throw failed(checked, call);
  return {
    invocation_id: call.invocationId,
    status: checked.status,
    output: checked.output,
    provider: made.binding.provider.id,
    latency_ms: latencyMs,
    warnings: call.decided.decision.warnings,
  };
}

/** Goes to the next binding only where repeating is safe: the call never left, or it only reads. */
async function callWithFailover(call: PreparedCall, flight: Flight): Promise<Made> {
  const { annotations } = call.contract;
  const repeatable = annotations.readOnlyHint === true || annotations.idempotentHint === true;
  let made: Made | null = null;
  for (const binding of call.bindings) {
    if (made) {
      flight.goTo(binding);
      if (!(await mayStillStart(call, binding))) continue;
    }
    made = { binding, result: await callBinding(call, binding, flight.signal) };
    const { result } = made;
    if (result.ok || result.kind !== 'UPSTREAM_ERROR') return made;
    if (result.mayHaveRun && !repeatable) return made;
  }
  if (!made) throw new ServiceError('UNAVAILABLE', 'No provider serves it now; try again later.');
  return made;
}

/** The start record was checked for the first binding; every other one is checked here. */
async function mayStillStart(call: PreparedCall, binding: BindingRow): Promise<boolean> {
  const { rows, caller } = call.decided;
  await killSet().ensureFresh();
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

/** What a tool promised in its output schema is held against what it sent. */
async function checkOutput(call: PreparedCall, result: AdapterSuccess): Promise<AdapterResult> {
  const { outputSchema, schemaHash } = call.contract;
  const { structuredContent } = result.output;
  if (!outputSchema || result.status !== 'SUCCEEDED' || structuredContent === undefined) {
    return result;
  }
  const { schemas } = outbound.get();
  const verdict = await schemas.validate(
    { schema: outputSchema, key: `out:${schemaHash}` },
    structuredContent,
  );
  if (verdict.valid) return result;
  const first = verdict.errors[0];
  const where = first ? ` (${first.path || 'output'}: ${first.message})` : '';
  return {
    ok: false,
    kind: 'UPSTREAM_ERROR',
    class: 'protocol_error',
    message: `The provider’s answer does not match the approved output schema${where}.`,
    mayHaveRun: true,
  };
}

async function recordEnd(
  call: PreparedCall,
  binding: BindingRow,
  result: AdapterResult,
  latencyMs: number,
  stopped: boolean,
): Promise<void> {
  const { caller, rows } = call.decided;
  const status: EndStatus = stopped ? 'CANCELLED' : result.ok ? result.status : result.kind;
  const errorClass = stopped ? 'incident' : result.ok ? null : result.class;
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
