import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createEgress } from '@/lib/adapters/egress/guarded-fetch';
import { createMcpAdapter, McpSessions } from '@/lib/adapters/mcp';
import { createSchemaChecker } from '@/lib/adapters/schema';
import { checkDefinitions } from '@/lib/adapters/schema/check-definitions';
import { type Definition, normaliseListing, type Rejection } from '@/lib/core/intake';
import { tagOf } from '@/lib/core/intake/tags';
import { recordedTitle, recordings, serveNth, specimens } from '../../support/corpus';
import type { ReplayListing } from '../../support/replay-server';

const silent = { debug() {}, info() {}, warn() {} };
const egress = createEgress({ allow: ['127.0.0.1'] });
const sessions = new McpSessions({ egress, log: silent, resolveSecret: () => '' });
const adapter = createMcpAdapter(sessions);
const checker = createSchemaChecker();
afterAll(async () => {
  await sessions.close();
  await egress.close();
  await checker.close();
});

/** Serves it, lists it, and takes in what came: the whole way of a definition but the database. */
async function takeIn(file: string, said: ReplayListing, index: number, smallestPage: number) {
  const server = await serveNth(said, index, smallestPage);
  const id = tagOf(file.replace('.json', ''));
  const target = { key: `t/${id}`, endpoint: { kind: 'http' as const, url: server.url } };
  const listing = await adapter.list(target);
  expect(listing.warnings).toEqual([]);
  expect(listing.tools).toEqual(said.tools);
  expect(listing.prompts).toEqual(said.prompts ?? []);
  expect(listing.resources).toEqual(said.resources ?? []);
  expect(listing.resourceTemplates).toEqual(said.resourceTemplates ?? []);
  const result = normaliseListing({
    provider: {
      ...{ id, name: id, kind: 'mcp', location: 'remote', defaultTags: [], riskFloor: 'LOW' },
    },
    listing: { ...listing, serverName: listing.serverInfo?.name ?? null },
    knownIds: new Map(),
    isTaken: () => false,
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  });
  const checked = await checkDefinitions(checker, result.definitions);
  await sessions.drop(target.key);
  await server.close();
  return {
    listed: listing.tools.length,
    kept: checked.kept,
    rejected: [...result.rejected, ...checked.rejected],
  };
}

describe('a server with one kind of fault', () => {
  it.each(specimens.map((specimen, index) => ({ ...specimen, index })))(
    '$file: $why',
    async ({ file, listing, index, expect: right }) => {
      const { kept, rejected } = await takeIn(file, listing, index, 1);
      expect(kept.map(({ type, name }) => `${type} ${name}`)).toEqual(right.kept);
      const said = rejected.map(({ name, reason }) => `${name}: ${reason}`);
      expect(said.sort()).toEqual(
        [...right.rejected].sort().map((start) => expect.stringContaining(start)),
      );
      for (const [name, rules] of Object.entries(right.findings)) {
        const found = kept.find((definition) => definition.name === name)?.findings ?? [];
        expect([name, ...found.map(({ rule }) => rule)]).toEqual([name, ...rules]);
      }
      const risks = Object.fromEntries(kept.map(({ name, risk }) => [name, risk]));
      expect(risks).toMatchObject(right.risks);
      const ids = kept.map((definition) => definition.capabilityId);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );
});

describe.skipIf(recordings.length === 0)(recordedTitle, () => {
  it('are listed whole, kept but for one, and reported by name', async () => {
    const kept: Definition[] = [];
    const rejected: Rejection[] = [];
    let listed = 0;
    for (const [index, { file, read }] of recordings.entries()) {
      const taken = await takeIn(file, read(), index, 10);
      listed += taken.listed;
      kept.push(...taken.kept);
      rejected.push(...taken.rejected);
    }
    const tools = kept.filter((definition) => definition.type === 'MCP_TOOL');
    expect(recordings).toHaveLength(40);
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
