import { compileDiscover, discoverFilter } from '@/lib/core/resolver/allowed';
import { DEFAULT_LIMITS } from '@/lib/core/resolver/pipeline-types';
import { PRESETS } from '@/lib/core/resolver/presets';
import { resolve } from '@/lib/core/resolver/resolve';
import type { Candidate, ResolvingAgent } from '@/lib/core/resolver/types';
import type { Risk } from '@/lib/core/shared/domain';
import { capabilityKey, type IndexDocument } from '@/lib/index/document';
import { queryTerms } from '@/lib/index/query-terms';
import { SearchIndex } from '@/lib/index/search-index';
import type { BenchSet } from './ranking-sets';

const QUERIES = 500;
const NOW = new Date('2026-01-01T00:00:00Z');
const RISKS: readonly Risk[] = ['LOW', 'LOW', 'LOW', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'CRITICAL'];

/** Eight in ten of the catalogue may be discovered, through fifty providers and twenty tags. */
const AGENT: ResolvingAgent = {
  tenantId: 'bench',
  id: 'agent',
  active: true,
  roles: [],
  grants: [
    ...Array.from({ length: 45 }, (_, i) => grantOf('provider', `p${i}`)),
    ...Array.from({ length: 10 }, (_, i) => grantOf('tag', `t${i}`)),
  ],
  allowedProviders: ['*'],
  pins: ['tool.n0', 'tool.n1'],
  majors: {},
  topK: null,
  riskCeiling: 'MEDIUM',
  profileTags: ['t3'],
  unhealthyPolicy: 'rank_down',
  smallCatalogAll: false,
  region: null,
};

/** Build, policy filter and whole resolve over `size` capabilities, as one printed line. */
export function latencyAt(sets: readonly BenchSet[], size: number): string {
  const documents = sets.flatMap((set) => set.documents);
  const index = new SearchIndex<Candidate>();
  const built = timed(() => {
    for (let i = 0; i < size; i += 1) {
      const source = documents[(i * 7_919) % documents.length];
      if (source) index.upsert(copyOf(source, i), candidateOf(i));
    }
  });
  const policy = compileDiscover(AGENT, NOW);
  const select = () => index.select(discoverFilter(policy).accept);
  const filters = Array.from({ length: 20 }, () => timed(select));
  const allowed = select();
  const texts = sets.flatMap((set) => set.queries.slice(0, 60)).map((item) => item.query);
  const cpu = process.cpuUsage();
  const times = Array.from({ length: QUERIES }, (_, i) =>
    timed(() => {
      const terms = queryTerms(texts[(i * 31) % texts.length] ?? '');
      resolve({
        policy,
        pool: index,
        allowed,
        request: {},
        preset: PRESETS.measured,
        limits: DEFAULT_LIMITS,
        search: () => index.match(terms, allowed),
      });
    }),
  );
  const used = process.cpuUsage(cpu);
  const cpuMs = ((used.user + used.system) / 1_000 / QUERIES).toFixed(2);
  const sizes = `${String(size).padStart(7)} capabilities (${allowed.size} allowed)`;
  return `  ${sizes}: built in ${(built / 1000).toFixed(1)} s; policy filter ${at(filters, 0.5)} ms; resolve p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${cpuMs} ms of processor each`;
}

function copyOf(source: IndexDocument, i: number): IndexDocument {
  const id = `tool.n${i}`;
  return { ...source, id, key: capabilityKey('bench', id), tokens: 100 };
}

function candidateOf(i: number): Candidate {
  const providerId = `p${i % 50}`;
  return {
    tenantId: 'bench',
    id: `tool.n${i}`,
    type: 'MCP_TOOL',
    surface: 'tool',
    status: 'PRODUCTION',
    risk: RISKS[i % RISKS.length] ?? 'LOW',
    tags: [`t${i % 20}`, `u${i % 7}`],
    requiredRoles: [],
    providerIds: [providerId],
    bindings: [
      {
        id: `b${i}`,
        providerId,
        providerTenantId: 'bench',
        backendId: null,
        region: null,
        forTenantId: null,
        cost: 0,
        freshnessSeconds: null,
        priority: 100,
        health: i % 40 === 0 ? 'UNHEALTHY' : 'HEALTHY',
        availability: 'available',
      },
    ],
    quarantined: false,
    disableAt: null,
    majors: [{ major: 1, state: 'live', disableAt: null }],
    currentMajor: 1,
  };
}

function grantOf(kind: 'provider' | 'tag', id: string): ResolvingAgent['grants'][number] {
  return { target: { kind, id }, discover: true, invoke: false, scopes: [], until: null };
}

function timed(run: () => void): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
}
