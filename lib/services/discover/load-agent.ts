import { createHash } from 'node:crypto';
import type { ResolvingAgent } from '@/lib/core/resolver/types';
import type { GrantTargetKind } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { type SettingValues, settingValuesSchema } from '@/lib/schemas/settings';
import { LOAD_AGENT_SQL } from './catalog-sql';

type Loaded = Omit<ResolvingAgent, 'grants' | 'region' | 'majors'> & {
  profileId: string | null;
  resolverEnabled: boolean;
  settings: unknown;
  grants: {
    kind: GrantTargetKind;
    target: string;
    discover: boolean;
    invoke: boolean;
    scopes: string[];
    until: string | null;
    major: number | null;
  }[];
};

export type DiscoveringAgent = {
  agent: ResolvingAgent;
  profileId: string | null;
  /** What the agent's tenant has set; absent ones follow the configuration. */
  settings: Partial<SettingValues>;
  /** Off for the agent or for its tenant: discover answers it nothing. */
  resolverOn: boolean;
  /** Equal stamps mean equal rights: what an allowed set is cached by. */
  stamp: string;
};

/**
 * The agent's rights straight from the database, so that a revoked grant counts on the next
 * discover. One statement; null when there is no such agent.
 */
export async function loadAgent(
  tenantId: string,
  agentId: string,
): Promise<DiscoveringAgent | null> {
  const { rows } = await runtime().db.pool.query<{ agent: string }>({
    name: 'load_agent',
    text: LOAD_AGENT_SQL,
    values: [tenantId, agentId],
  });
  const text = rows[0]?.agent;
  if (text === undefined) return null;
  const { grants, profileId, resolverEnabled, ...rest } = JSON.parse(text) as Loaded;
  const { settings: stored, ...agent } = rest;
  const settings = settingValuesSchema.partial().safeParse(stored).data ?? {};
  return {
    agent: {
      ...agent,
      region: null,
      // Read for what was chosen only, see majors.ts: an agent may hold thousands.
      majors: {},
      grants: grants.map(({ kind, target, until, ...grant }) => ({
        ...grant,
        target: { kind, id: target },
        until: until === null ? null : new Date(until),
      })),
    },
    profileId,
    settings,
    resolverOn: resolverEnabled && (settings.resolver_enabled ?? true),
    stamp: createHash('sha1').update(text).digest('base64url'),
  };
}
