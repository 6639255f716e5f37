import { surfaceIdOf } from '@/lib/core/intake';
import {
  type CapabilityType,
  type Location,
  type ProviderKind,
  surfaceOf,
} from '@/lib/core/shared/domain';

const KIND_OF: Record<CapabilityType, { kind: ProviderKind; location: Location }> = {
  MCP_TOOL: { kind: 'mcp', location: 'remote' },
  MCP_RESOURCE: { kind: 'mcp', location: 'remote' },
  MCP_PROMPT: { kind: 'mcp', location: 'remote' },
  REST_TOOL: { kind: 'api', location: 'remote' },
  NATIVE_TOOL: { kind: 'internal', location: 'local' },
  DB_TOOL: { kind: 'db', location: 'remote' },
  SKILL: { kind: 'internal', location: 'local' },
  SUB_AGENT: { kind: 'agent', location: 'remote' },
  WORKFLOW: { kind: 'workflow', location: 'local' },
};

type ProviderFacts = { id: string; kind: string; location: string };

/** `providerKind:location:surface:serverId?:name`; without a provider yet, what its type implies. */
export function computeSurfaceId(
  type: CapabilityType,
  name: string,
  provider: ProviderFacts | null,
): string {
  if (provider) {
    const { id } = provider;
    const kind = provider.kind as ProviderKind;
    return surfaceIdOf({
      provider: { id, kind, location: provider.location as Location },
      type,
      name,
    });
  }
  const { kind, location } = KIND_OF[type];
  const clean = name.replace(/[\s:\p{Cc}\p{Cf}]/gu, '_');
  return [kind, location, surfaceOf(type), clean].join(':');
}
