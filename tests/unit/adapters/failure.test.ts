import { describe, expect, it, vi } from 'vitest';
import { failed, isMcpFailure } from '@/lib/adapters/mcp';

describe('a failure of an MCP server', () => {
  it('is recognised across bundles, each with a class of its own', async () => {
    vi.resetModules();
    const other = await import('@/lib/adapters/mcp');
    const failure = other.failed('connect_failed', 'No connection.');
    expect(failure.constructor).not.toBe(failed('connect_failed', '').constructor);
    expect(isMcpFailure(failure)).toBe(true);
    expect(isMcpFailure(new Error('No connection.'))).toBe(false);
    expect(isMcpFailure({ brand: 'capstan.mcp-failure' })).toBe(false);
  });
});
