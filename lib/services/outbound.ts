import type { AdapterRegistry } from '@/lib/adapters/adapter';
import type { McpSessions } from '@/lib/adapters/mcp/sessions';
import type { McpTarget } from '@/lib/adapters/mcp/target';
import type { SchemaChecker } from '@/lib/adapters/schema';
import { runtimePart } from '@/lib/runtime';

/** What of a provider decides how it is reached. */
export type ProviderSite = {
  tenantId: string;
  id: string;
  transport: 'stdio' | 'streamable_http' | 'none';
  source: 'file' | 'catalog';
  endpoint: string | null;
  credentialRef: string | null;
};

/** Everything that leads out of the process; made once at boot, closed at stop. */
export type Outbound = {
  schemas: SchemaChecker;
  sessions: McpSessions;
  adapters: AdapterRegistry<McpTarget>;
  /** Null when this installation has no way to reach it (not in the providers file, no endpoint). */
  targetOf(provider: ProviderSite): McpTarget | null;
};

export const outbound = runtimePart<Outbound>('outbound');
