import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { InvocationStatus, Risk } from '@/lib/core/shared/domain';
import { hasRuntime, runtimePart } from '@/lib/runtime';

/**
 * What this process counts for Prometheus. Labels come from closed vocabularies only: never a
 * tenant, a person, an agent or a capability.
 */
function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
  return {
    registry,
    calls: new Counter({
      name: 'capstan_calls_total',
      help: 'Calls by how they ended or why they were refused, and by risk.',
      labelNames: ['status', 'risk'] as const,
      registers,
    }),
    callSeconds: new Histogram({
      name: 'capstan_call_seconds',
      help: 'Time from accepting a call to its end, upstream included.',
      labelNames: ['status'] as const,
      buckets: seconds,
      registers,
    }),
    resolveSeconds: new Histogram({
      name: 'capstan_resolve_seconds',
      help: 'Time of one discovery.',
      buckets: seconds,
      registers,
    }),
    resolveSelected: new Histogram({
      name: 'capstan_resolve_selected',
      help: 'Capabilities one discovery answered with.',
      buckets: [0, 1, 2, 4, 8, 16, 32],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'capstan_resolve_stage_seconds',
      help: 'Time of each stage of a discovery.',
      labelNames: ['stage'] as const,
      buckets: seconds,
      registers,
    }),
    ledgerSeconds: new Histogram({
      name: 'capstan_ledger_write_seconds',
      help: 'Time until a ledger record was committed.',
      labelNames: ['record'] as const,
      buckets: seconds,
      registers,
    }),
    killSetAge: new Gauge({
      name: 'capstan_kill_set_age_seconds',
      help: 'Age of what this process knows of open incidents.',
      registers,
    }),
    openIncidents: new Gauge({
      name: 'capstan_open_incidents',
      help: 'Incidents open now.',
      registers,
    }),
    inflight: new Gauge({
      name: 'capstan_calls_in_flight',
      help: 'Calls this process has out now.',
      registers,
    }),
    replicas: new Gauge({
      name: 'capstan_replicas',
      help: 'Replicas heard of lately.',
      registers,
    }),
  };
}
type Metrics = ReturnType<typeof createMetrics>;

const part = runtimePart<Metrics>('metrics');

/** The process's one set, whichever bundle counts; null before boot, when nothing counts. */
function current(): Metrics | null {
  if (!hasRuntime()) return null;
  const known = part.find();
  if (known) return known;
  const made = createMetrics();
  part.set(made);
  return made;
}

type Counting = {
  /** One call that ended or was refused. `latencyMs` only for calls that left. */
  countCall(call: { status: InvocationStatus; risk: Risk; latencyMs?: number }): void;
  /** One discovery; `stageMs` as on its receipt. */
  observeResolve(resolve: {
    latencyMs: number;
    selected: number;
    stageMs?: Readonly<Record<string, number>>;
  }): void;
  observeLedger(record: 'start' | 'end', latencyMs: number): void;
};

const counting: Counting = {
  countCall({ status, risk, latencyMs }) {
    const set = current();
    set?.calls.inc({ status, risk });
    if (latencyMs !== undefined) set?.callSeconds.observe({ status }, latencyMs / 1000);
  },
  observeResolve({ latencyMs, selected, stageMs }) {
    const set = current();
    set?.resolveSeconds.observe(latencyMs / 1000);
    set?.resolveSelected.observe(selected);
    for (const [stage, ms] of Object.entries(stageMs ?? {})) {
      set?.stageSeconds.observe({ stage }, ms / 1000);
    }
  },
  observeLedger(record, latencyMs) {
    current()?.ledgerSeconds.observe({ record }, latencyMs / 1000);
  },
};

/** Where to count. Never throws and never waits; before boot it counts nothing. */
export function metrics(): Counting {
  return counting;
}

/** What is read at the moment of asking rather than counted. */
export type Readings = {
  killSetAgeMs: number;
  openIncidents: number;
  inflight: number;
  replicas: number;
};

/** The page Prometheus reads. */
export async function renderMetrics(
  readings: Readings,
): Promise<{ body: string; contentType: string }> {
  const set = current() ?? createMetrics();
  set.killSetAge.set(readings.killSetAgeMs / 1000);
  set.openIncidents.set(readings.openIncidents);
  set.inflight.set(readings.inflight);
  set.replicas.set(readings.replicas);
  return { body: await set.registry.metrics(), contentType: set.registry.contentType };
}
