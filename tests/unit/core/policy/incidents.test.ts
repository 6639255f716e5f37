import { describe, expect, it } from 'vitest';
import {
  coveringIncidents,
  incidentOnBinding,
  type OpenIncident,
  stoppedAtAddress,
} from '@/lib/core/policy/incidents';
import type { IncidentTargetKind } from '@/lib/core/shared/domain';

const at = (id: string, tenantId = 'acme') => ({ tenantId, id });
const open = (kind: IncidentTargetKind, id: string, tenantId = 'acme'): OpenIncident => ({
  incidentId: `${kind}-${id}`,
  kind,
  tenantId,
  id,
  reason: 'because',
});
const call = {
  agent: at('bot'),
  capability: at('run.list'),
  bindings: [
    { provider: at('p1'), backend: at('b1') },
    { provider: at('p2'), backend: null },
  ],
};

describe('coveringIncidents', () => {
  it.each([
    ['nothing open', [], 0],
    ['the capability', [open('capability', 'run.list')], 1],
    ['the agent', [open('agent', 'bot')], 1],
    ['another agent', [open('agent', 'other')], 0],
    ['the namesake in another tenant', [open('capability', 'run.list', 'umbrella')], 0],
    ['the same id of another kind', [open('provider', 'run.list')], 0],
    ['one of two providers', [open('provider', 'p1')], 0],
    ['both providers', [open('provider', 'p1'), open('provider', 'p2')], 2],
    ['a backend and the other provider', [open('backend', 'b1'), open('provider', 'p2')], 2],
    ['agent and capability', [open('agent', 'bot'), open('capability', 'run.list')], 2],
  ])('%s', (_name, incidents, count) => {
    expect(coveringIncidents(incidents, call)).toHaveLength(count);
  });

  it('does not take "no bindings" for "all bindings are down"', () => {
    expect(coveringIncidents([open('provider', 'p1')], { ...call, bindings: [] })).toEqual([]);
  });

  it('names the incident on a binding', () => {
    const backend = open('backend', 'b1');
    expect(incidentOnBinding([backend], { provider: at('p1'), backend: at('b1') })).toBe(backend);
    expect(incidentOnBinding([backend], { provider: at('p1'), backend: null })).toBeNull();
  });
});

describe('stoppedAtAddress', () => {
  const stopped = { incidentId: 'inc_1', providerId: 'mail', endpoint: 'https://mail.example/mcp' };
  const command = { incidentId: 'inc_2', providerId: 'files', endpoint: null };

  it.each([
    ['https://mail.example/mcp', true],
    ['http://mail.example/mcp', true],
    ['https://MAIL.example:443/mcp/', true],
    ['https://mail.example.//mcp?again=1#x', true],
    ['https://mail.example/%6dcp', true],
    ['https://mail.example:8443/mcp', false],
    ['https://mail.example/other', false],
    ['https://mail.example/MCP', false],
    ['https://mail.example/%', false],
    ['https://calendar.example/mcp', false],
    ['not an address', false],
    [null, false],
  ])('%s: %s', (endpoint, hit) => {
    expect(stoppedAtAddress([command, stopped], endpoint)).toBe(hit ? stopped : null);
  });
});
