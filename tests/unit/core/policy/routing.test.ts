import { describe, expect, it } from 'vitest';
import { movedRouting, type Routing, whyRoutingIsFixed } from '@/lib/core/policy/routing';

const now: Routing = { endpoint: 'https://a.example/mcp', credential_ref: null };

describe('movedRouting', () => {
  it.each<[string, Partial<Routing>, string[]]>([
    ['nothing said', {}, []],
    ['the same again', { ...now }, []],
    ['another address', { endpoint: 'https://b.example/mcp' }, ['endpoint']],
    ['a first credential', { credential_ref: 'env:CAPSTAN_CREDENTIAL_A' }, ['credential_ref']],
    ['both', { endpoint: null, credential_ref: 'env:X' }, ['endpoint', 'credential_ref']],
  ])('%s', (_, change, moved) => {
    expect(movedRouting(now, change)).toEqual(moved);
  });
});

describe('whyRoutingIsFixed', () => {
  it('says nothing while nothing is live', () => {
    expect(whyRoutingIsFixed('endpoint', [])).toBeNull();
  });

  it('names what is live and the way out', () => {
    const why = whyRoutingIsFixed('endpoint', ['mail.read']);
    expect(why).toMatch(/^"mail\.read" is live .*Register a new provider with the new address/);
    expect(why).toContain('deprecate and disable');
  });

  it('names five and counts the others', () => {
    const ids = Array.from({ length: 8 }, (_, index) => `mail.tool_${index}`);
    const why = whyRoutingIsFixed('credential_ref', ids);
    expect(why).toContain('"mail.tool_4" and 3 more are live through this credential');
    expect(why).not.toContain('mail.tool_5');
  });
});
