import { createHash } from 'node:crypto';
import type { ResolvingAgent } from '@/lib/core/resolver/types';
import type { GrantTargetKind } from '@/lib/core/shared/domain';
import { runtime } from '@/lib/runtime';
import { type SettingValues, settingValuesSchema } from '@/lib/schemas/settings';
import { LOAD_AGENT_SQL } from './catalog-sql';

type Loaded = Omit<ResolvingAgent, 'grants' | 'region' | 'majors'> & {
  profileId: string | null;
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
  const { grants, profileId, settings, ...agent } = JSON.parse(text) as Loaded;
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
    settings: settingValuesSchema.partial().safeParse(settings).data ?? {},
    stamp: createHash('sha1').update(text).digest('base64url'),
  };
}
