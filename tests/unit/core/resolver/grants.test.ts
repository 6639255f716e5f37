import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITY_TYPES, GRANT_TARGET_KINDS, RISKS } from '@/lib/core/shared/domain';
import {
  compileGrants,
  coveringGrants,
  type Grantable,
  matchGrants,
} from '@/lib/core/shared/grants';
import { BEFORE, grant, LATER, NOW } from './fixtures';

const tool: Grantable = {
  id: 'crm.contact.delete',
  type: 'MCP_TOOL',
  risk: 'MEDIUM',
  tags: ['crm'],
  providerIds: ['crm', 'crm-eu'],
};

describe('matchGrants', () => {
  it.each([
    ['capability', 'crm.contact.delete', true],
    ['capability', 'crm.contact', false],
    ['provider', 'crm-eu', true],
    ['provider', 'crm-us', false],
    ['tag', 'crm', true],
    ['tag', 'CRM', false],
    ['type', 'MCP_TOOL', true],
    ['type', 'REST_TOOL', false],
  ] as const)('%s %s reaches: %s', (kind, id, granted) => {
    const grants = [grant(kind, id)];
    const match = matchGrants({ grants, allowedProviders: ['*'] }, tool, NOW, 'discover');
    expect(match.granted).toBe(granted);
    expect(match.reasons).toEqual(granted ? [] : ['NOT_GRANTED']);
    expect(match.byName).toBe(granted && kind === 'capability');
  });

  it('keeps discover and invoke apart', () => {
    const agent = { grants: [grant('tag', 'crm', { invoke: false })], allowedProviders: ['crm'] };
    expect(matchGrants(agent, tool, NOW, 'discover').granted).toBe(true);
    expect(matchGrants(agent, tool, NOW, 'invoke').reasons).toEqual(['NOT_GRANTED']);
  });

  it('collects the scopes of grants in force, of the named one alone for HIGH and CRITICAL', () => {
    const grants = [
      grant('tag', 'crm', { scopes: ['crm.read', 'crm.list'], until: LATER }),
      grant('type', 'MCP_TOOL', { scopes: ['all'], until: BEFORE }),
      grant('capability', tool.id, { scopes: ['crm.delete', 'crm.read'] }),
    ];
    const agent = { grants, allowedProviders: ['*'] };
    const match = matchGrants(agent, tool, NOW, 'invoke');
    expect(match.scopes).toEqual(['crm.delete', 'crm.list', 'crm.read']);
    expect(match.covering[0]?.target.kind).toBe('capability');
    for (const risk of ['HIGH', 'CRITICAL'] as const) {
      const risky = matchGrants(agent, { ...tool, risk }, NOW, 'invoke');
      expect(risky.scopes).toEqual(['crm.delete', 'crm.read']);
    }
    expect(coveringGrants(agent, tool, NOW).map((item) => item.byName)).toEqual([false, true]);
  });

  it.each(['HIGH', 'CRITICAL'] as const)('opens what is %s by name alone, and says so', (risk) => {
    const allowedProviders = ['*'];
    const reasonsOf = (...grants: ReturnType<typeof grant>[]) =>
      matchGrants({ grants, allowedProviders }, { ...tool, risk }, NOW, 'invoke').reasons;
    const wide = [grant('provider', 'crm'), grant('tag', 'crm'), grant('type', 'MCP_TOOL')];
    for (const one of wide) expect(reasonsOf(one)).toEqual(['RISK_NEEDS_NAMED_GRANT']);
    expect(reasonsOf(grant('tag', 'other'))).toEqual(['NOT_GRANTED']);
    expect(reasonsOf(grant('capability', tool.id))).toEqual([]);
  });

  it('gives both reasons when grant and provider list are missing', () => {
    const match = matchGrants({ grants: [], allowedProviders: ['x'] }, tool, NOW, 'invoke');
    expect(match.reasons).toEqual(['NOT_GRANTED', 'PROVIDER_NOT_ALLOWED']);
  });
});

describe('compileGrants', () => {
  const word = fc.constantFrom('a', 'b', 'MCP_TOOL', 'REST_TOOL', '*');
  const anyGrant = fc.record({
    target: fc.record({ kind: fc.constantFrom(...GRANT_TARGET_KINDS), id: word }),
    discover: fc.boolean(),
    invoke: fc.boolean(),
    scopes: fc.constant([]),
    until: fc.constantFrom(null, BEFORE, NOW, LATER),
  });
  const anyTool = fc.record({
    id: word,
    type: fc.constantFrom(...CAPABILITY_TYPES),
    risk: fc.constantFrom(...RISKS),
    tags: fc.array(word, { maxLength: 3 }),
    providerIds: fc.array(word, { maxLength: 3 }),
  });

  it('answers exactly as matchGrants', () => {
    const property = fc.property(
      fc.array(anyGrant, { maxLength: 4 }),
      fc.array(word, { maxLength: 2 }),
      anyTool,
      fc.constantFrom('discover' as const, 'invoke' as const),
      (grants, allowedProviders, capability, verb) => {
        const agent = { grants, allowedProviders };
        const compiled = compileGrants(agent, NOW, verb).covers(capability);
        expect(compiled).toBe(matchGrants(agent, capability, NOW, verb).granted);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});
