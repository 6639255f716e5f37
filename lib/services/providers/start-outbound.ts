import { readFile } from 'node:fs/promises';
import { createAdapterRegistry } from '@/lib/adapters/adapter';
import { createEgress } from '@/lib/adapters/egress/guarded-fetch';
import {
  createMcpAdapter,
  McpSessions,
  type McpTarget,
  type ProviderEntry,
  ProvidersFileError,
  readProvidersFile,
} from '@/lib/adapters/mcp';
import { createSchemaChecker } from '@/lib/adapters/schema';
import { readVariable } from '@/lib/config/env';
import { StartupError } from '@/lib/config/startup-error';
import { log } from '@/lib/observability/log';
import type { Runtime } from '@/lib/runtime';
import { findProvidersFile } from '../demo/demo-files';
import { outbound, type ProviderSite } from '../outbound';

/**
 * Boot part: everything that leads out of the process. A providers file that cannot be read stops
 * the start with a line for each thing that is wrong with it.
 */
export async function startOutbound(runtime: Runtime): Promise<() => Promise<void>> {
  const entries = await readEntries(await findProvidersFile(runtime.config));
  const egress = createEgress({ allow: runtime.config.egressAllow });
  const schemas = createSchemaChecker();
  const sessions = new McpSessions({ egress, log, resolveSecret });
  const mcp = createMcpAdapter(sessions);
  outbound.set({
    schemas,
    egress,
    sessions,
    mcp,
    adapters: createAdapterRegistry([mcp]),
    entries,
    targetOf: (provider) => targetOf(entries, provider),
  });
  return async () => {
    await sessions.close();
    await schemas.close();
  };
}

async function readEntries(path: string | undefined): Promise<ProviderEntry[]> {
  if (path === undefined) return [];
  try {
    return await readProvidersFile(path);
  } catch (error) {
    if (error instanceof ProvidersFileError) throw new StartupError(error.message);
    throw error;
  }
}

/** Commands come from the providers file and from nowhere else; a row alone can start nothing. */
function targetOf(entries: readonly ProviderEntry[], provider: ProviderSite): McpTarget | null {
  const key = `${provider.tenantId}/${provider.id}`;
  if (provider.source === 'file') {
    const entry = entries.find(
      (item) => item.tenant === provider.tenantId && item.id === provider.id,
    );
    return entry ? { key, endpoint: entry.endpoint } : null;
  }
  if (provider.transport !== 'streamable_http' || provider.endpoint === null) return null;
  const headersFromSecret: Record<string, string> = provider.credentialRef
    ? { authorization: provider.credentialRef }
    : {};
  return { key, endpoint: { kind: 'http', url: provider.endpoint, headersFromSecret } };
}

/** `env:NAME` or `file:/path`, read when it is needed and kept nowhere. */
async function resolveSecret(reference: string): Promise<string> {
  const [scheme, ...rest] = reference.split(':');
  const name = rest.join(':');
  if (scheme === 'env') {
    const value = readVariable(name);
    if (value === undefined) throw new Error(`The variable ${name} is not set.`);
    return value;
  }
  if (scheme === 'file') return (await readFile(name, 'utf8')).trim();
  throw new Error('A secret reference is env:NAME or file:/path.');
}
