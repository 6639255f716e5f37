import type { Health, ProviderKind } from '@/lib/core/shared/domain';
import type { ProviderView } from '@/lib/schemas/providers';

export const HEALTH_LABELS: Record<Health, string> = {
  UNKNOWN: 'Not checked',
  HEALTHY: 'Healthy',
  DEGRADED: 'Degraded',
  UNHEALTHY: 'Unhealthy',
};

export const KIND_LABELS: Record<ProviderKind, string> = {
  internal: 'Internal',
  mcp: 'MCP',
  api: 'API',
  db: 'Database',
  workflow: 'Workflow',
  agent: 'Agent',
};

export function transportText({ transport }: Pick<ProviderView, 'transport'>): string {
  if (transport === 'stdio') return 'stdio';
  return transport === 'streamable_http' ? 'HTTP' : 'in process';
}
