import type { AdapterRegistry } from '@/lib/adapters/adapter';
import type { Egress } from '@/lib/adapters/egress/guarded-fetch';
import type { McpAdapter, McpSessions, McpTarget, ProviderEntry } from '@/lib/adapters/mcp';
import type { SchemaChecker } from '@/lib/adapters/schema';
import { runtimePart } from '@/lib/runtime';

/** What of a provider decides how it is reached. */
export type ProviderSite = {
  tenantId: string;
  id: string;
  transport: string;
  source: string;
  endpoint: string | null;
  credentialRef: string | null;
};

/** Everything that leads out of the process; made once at boot, closed at stop. */
export type Outbound = {
  schemas: SchemaChecker;
  egress: Egress;
  sessions: McpSessions;
  mcp: McpAdapter;
  adapters: AdapterRegistry<McpTarget>;
  /** What the providers file declares. */
  entries: readonly ProviderEntry[];
  /** Null when this installation has no way to reach it (not in the providers file, no endpoint). */
  targetOf(provider: ProviderSite): McpTarget | null;
};

export const outbound = runtimePart<Outbound>('outbound');
