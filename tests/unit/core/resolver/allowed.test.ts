import { describe, expect, it } from 'vitest';
import {
  canDiscover,
  compileDiscover,
  discoverFilter,
  isDiscoverable,
} from '@/lib/core/resolver/allowed';
import type { PolicyReason } from '@/lib/core/resolver/reasons';
import type { Candidate, ResolvingAgent, StopSet } from '@/lib/core/resolver/types';
import { agent, BEFORE, binding, candidate, grant, LATER, NOW, stops } from './fixtures';

type Case = {
  name: string;
  agent?: Partial<ResolvingAgent>;
  row?: Partial<Candidate>;
  stops?: Partial<StopSet>;
  reasons: PolicyReason[];
};

const byName = [grant('capability', 'github.search_code')];
const two = [binding(), binding({ id: 'b2', providerId: 'gitlab', backendId: 'vcs' })];

const CASES: Case[] = [
  { name: 'a live capability with a grant', reasons: [] },
  { name: 'an inactive agent', agent: { active: false }, reasons: ['AGENT_INACTIVE'] },
  {
    name: 'a stopped agent',
    stops: { agents: new Set(['acme/bot']) },
    reasons: ['AGENT_STOPPED'],
  },
  {
    name: 'another tenant with an agent of the same id stopped',
    stops: { agents: new Set(['other/bot']) },
    reasons: [],
  },
  { name: 'another tenant', row: { tenantId: 'other' }, reasons: ['OTHER_TENANT'] },
  { name: 'the shared tenant', row: { tenantId: 'shared' }, reasons: [] },
  { name: 'a draft', row: { status: 'DRAFT' }, reasons: ['NOT_LIVE'] },
  { name: 'in review', row: { status: 'REVIEW' }, reasons: ['NOT_LIVE'] },
  { name: 'disabled', row: { status: 'DISABLED' }, reasons: ['NOT_LIVE'] },
  { name: 'deprecated', row: { status: 'DEPRECATED', disableAt: LATER }, reasons: [] },
  {
    name: 'past its disable date',
    row: { status: 'DEPRECATED', disableAt: BEFORE },
    reasons: ['PAST_DISABLE_AT'],
  },
  { name: 'at its disable date', row: { disableAt: NOW }, reasons: ['PAST_DISABLE_AT'] },
  { name: 'never published', row: { majors: [] }, reasons: ['NO_LIVE_MAJOR'] },
  {
    name: 'every major retired or past',
    row: {
      majors: [
        { major: 1, state: 'retired', disableAt: null },
        { major: 2, state: 'sunset', disableAt: BEFORE },
      ],
    },
    reasons: ['NO_LIVE_MAJOR'],
  },
  { name: 'quarantined', row: { quarantined: true }, reasons: ['QUARANTINED'] },
  {
    name: 'stopped itself',
    stops: { capabilities: new Set(['acme/github.search_code']) },
    reasons: ['STOPPED'],
  },
  {
    name: 'its provider stopped',
    stops: { providers: new Set(['acme/github']) },
    reasons: ['STOPPED'],
  },
  {
    name: 'one of two providers stopped',
    row: { bindings: two },
    stops: { providers: new Set(['acme/github']) },
    reasons: [],
  },
  {
    name: 'one provider stopped, the backend of the other too',
    row: { bindings: two },
    stops: { providers: new Set(['acme/github']), backends: new Set(['acme/vcs']) },
    reasons: ['STOPPED'],
  },
  {
    name: 'the only provider on the list stopped, another not on it',
    agent: { allowedProviders: ['github'] },
    row: { bindings: two },
    stops: { providers: new Set(['acme/github']) },
    reasons: ['STOPPED'],
  },
  { name: 'a role it lacks', row: { requiredRoles: ['ops'] }, reasons: ['MISSING_ROLE'] },
  {
    name: 'a role it has',
    agent: { roles: ['ops', 'dev'] },
    row: { requiredRoles: ['ops'] },
    reasons: [],
  },
  {
    name: 'a binding for another tenant only',
    row: { bindings: [binding({ forTenantId: 'other' })] },
    reasons: ['NO_PROVIDER_FOR_TENANT'],
  },
  { name: 'no grant', agent: { grants: [] }, reasons: ['NOT_GRANTED'] },
  {
    name: 'a grant for invoking only',
    agent: { grants: [grant('type', 'MCP_TOOL', { discover: false })] },
    reasons: ['NOT_GRANTED'],
  },
  {
    name: 'a grant that ended',
    agent: { grants: [grant('type', 'MCP_TOOL', { until: NOW })] },
    reasons: ['GRANT_EXPIRED'],
  },
  { name: 'CRITICAL by type', row: { risk: 'CRITICAL' }, reasons: ['RISK_NEEDS_NAMED_GRANT'] },
  { name: 'HIGH by type', row: { risk: 'HIGH' }, reasons: ['RISK_NEEDS_NAMED_GRANT'] },
  {
    name: 'HIGH by provider and tag',
    agent: { grants: [grant('provider', 'github'), grant('tag', 'code')] },
    row: { risk: 'HIGH', tags: ['code'] },
    reasons: ['RISK_NEEDS_NAMED_GRANT'],
  },
  { name: 'HIGH by name', agent: { grants: byName }, row: { risk: 'HIGH' }, reasons: [] },
  { name: 'MEDIUM by type', row: { risk: 'MEDIUM' }, reasons: [] },
  { name: 'CRITICAL by name', agent: { grants: byName }, row: { risk: 'CRITICAL' }, reasons: [] },
  {
    name: 'an empty provider list, even by name',
    agent: { grants: byName, allowedProviders: [] },
    reasons: ['PROVIDER_NOT_ALLOWED'],
  },
  {
    name: 'an empty provider list and a REST tool',
    agent: { grants: byName, allowedProviders: [] },
    row: { type: 'REST_TOOL' },
    reasons: [],
  },
  {
    name: 'several at once',
    agent: { grants: [] },
    row: { status: 'DRAFT', quarantined: true, requiredRoles: ['x'] },
    reasons: ['NOT_LIVE', 'QUARANTINED', 'MISSING_ROLE', 'NOT_GRANTED'],
  },
];

describe('canDiscover', () => {
  it.each(CASES)('$name', (item) => {
    const who = agent(item.agent);
    const row = candidate(item.row);
    const stopped = stops(item.stops ?? {});
    const answer = canDiscover(who, row, NOW, stopped);
    expect(answer).toEqual({ allowed: item.reasons.length === 0, reasons: item.reasons });
    expect(isDiscoverable(compileDiscover(who, NOW, stopped), row)).toBe(answer.allowed);
  });
});

describe('discoverFilter', () => {
  it('is valid until the first grant, capability or major in it ends', () => {
    const at = (day: number) => new Date(Date.UTC(2026, 4, day));
    const grants = [
      grant('type', 'MCP_TOOL', { until: at(20) }),
      grant('tag', 'x', { until: BEFORE }),
    ];
    const policy = compileDiscover(agent({ grants }), NOW);
    const untilOf = (rows: Candidate[]) => {
      const filter = discoverFilter(policy);
      for (const row of rows) filter.accept(row);
      return filter.validUntil();
    };
    expect(untilOf([])).toBe(at(20).getTime());
    expect(untilOf([candidate({ disableAt: at(9) })])).toBe(at(9).getTime());
    expect(untilOf([candidate({ disableAt: at(9), tenantId: 'other' })])).toBe(at(20).getTime());
    const majors = [
      { major: 1, state: 'sunset' as const, disableAt: at(3) },
      { major: 2, state: 'live' as const, disableAt: null },
    ];
    expect(untilOf([candidate({ majors }), candidate({ disableAt: at(9) })])).toBe(at(3).getTime());
  });

  it('accepts exactly the allowed ones', () => {
    const rows = [candidate({ id: 'a.a' }), candidate({ id: 'a.b', status: 'DRAFT' })];
    const { accept } = discoverFilter(compileDiscover(agent(), NOW));
    expect(rows.filter(accept).map((row) => row.id)).toEqual(['a.a']);
  });
});
