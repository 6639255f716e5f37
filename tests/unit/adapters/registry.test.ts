import { describe, expect, it } from 'vitest';
import { createAdapterRegistry } from '@/lib/adapters/adapter';
import { createEgress } from '@/lib/adapters/egress/guarded-fetch';
import { createMcpAdapter, McpSessions } from '@/lib/adapters/mcp';
import { childEnvironment } from '@/lib/adapters/mcp/child-process';
import { CAPABILITY_TYPES } from '@/lib/core/shared/domain';

const log = { debug() {}, info() {}, warn() {} };

describe('the adapter registry', () => {
  const sessions = new McpSessions({ egress: createEgress(), log, resolveSecret: () => '' });
  const registry = createAdapterRegistry([createMcpAdapter(sessions)]);

  it.each(CAPABILITY_TYPES)('%s is either called or says that it cannot be', (type) => {
    const found = registry.find(type);
    if (type.startsWith('MCP_')) expect(found.ok).toBe(true);
    else {
      expect(found).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
      expect(found).toHaveProperty('message', expect.stringContaining(type));
    }
  });
});

describe('the environment of a child', () => {
  it('is the one listed, with a PATH only where none is', () => {
    expect(childEnvironment({ PATH: '/opt/bin', A: 'b' })).toEqual({ PATH: '/opt/bin', A: 'b' });
    expect(Object.keys(childEnvironment({ A: 'b' }))).toEqual(['A', 'PATH']);
  });
});
