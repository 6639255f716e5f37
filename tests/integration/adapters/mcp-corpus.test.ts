import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEgress } from '@/lib/adapters/egress/guarded-fetch';
import { createMcpAdapter, McpSessions } from '@/lib/adapters/mcp';
import { createSchemaChecker } from '@/lib/adapters/schema';
import { checkDefinitions } from '@/lib/adapters/schema/check-definitions';
import { type Definition, normaliseListing, type Rejection } from '@/lib/core/intake';
import { tagOf } from '@/lib/core/intake/tags';
import { startReplayServer } from '../../support/replay-server';

const FOLDER = join(process.cwd(), '..', 'shared', 'mcp-servers');
const found = existsSync(FOLDER);
const files = found ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
const title = found ? 'forty real servers' : 'forty real servers (skipped: ../shared is absent)';
const silent = { debug() {}, info() {}, warn() {} };

describe.skipIf(!found)(title, () => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  const sessions = new McpSessions({ egress, log: silent, resolveSecret: () => '' });
  const adapter = createMcpAdapter(sessions);
  const checker = createSchemaChecker();
  afterAll(async () => {
    await sessions.close();
    await egress.close();
    await checker.close();
  });

  it('are listed whole, kept but for one, and reported by name', async () => {
    const kept: Definition[] = [];
    const rejected: Rejection[] = [];
    let listed = 0;
    for (const [index, file] of files.entries()) {
      const recorded = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
      const server = await startReplayServer(recorded, {
        pageSize: 10 + (index % 5),
        protocol: index % 2 === 0 ? 'older' : 'both',
        sse: index % 3 === 0,
      });
      const id = tagOf(file.replace('.json', ''));
      const target = { key: `t/${id}`, endpoint: { kind: 'http' as const, url: server.url } };
      const listing = await adapter.list(target);
      expect(listing.warnings).toEqual([]);
      expect(listing.tools).toEqual(recorded.tools);
      expect(listing.prompts).toEqual(recorded.prompts ?? []);
      expect(listing.resources).toEqual(recorded.resources ?? []);
      expect(listing.resourceTemplates).toEqual(recorded.resourceTemplates ?? []);
      listed += listing.tools.length;
      const result = normaliseListing({
        provider: {
          id,
          name: id,
          kind: 'mcp',
          location: 'remote',
          defaultTags: [],
          riskFloor: 'LOW',
        },
        listing: { ...listing, serverName: listing.serverInfo?.name ?? null },
        knownIds: new Map(),
        isTaken: () => false,
        hash: (text) => createHash('sha256').update(text).digest('hex'),
      });
      const checked = await checkDefinitions(checker, result.definitions);
      kept.push(...checked.kept);
      rejected.push(...result.rejected, ...checked.rejected);
      await sessions.drop(target.key);
      await server.close();
    }
    const tools = kept.filter((definition) => definition.type === 'MCP_TOOL');
    expect(files).toHaveLength(40);
    expect(listed).toBe(941);
    expect(tools).toHaveLength(940);
    expect(rejected.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'MCP_TOOL netlify-coding-rules',
    ]);
    expect(rejected[0]?.reason).toMatch(/does not compile.*enum/);
    const untyped = tools.filter((tool) =>
      tool.findings.some((finding) => finding.rule === 'schema-not-object'),
    );
    expect(untyped).toHaveLength(9);
    expect(new Set(kept.map((definition) => definition.capabilityId)).size).toBe(kept.length);
  }, 60_000);
});
