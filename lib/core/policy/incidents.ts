import type { IncidentTargetKind } from '@/lib/core/shared/domain';

export type OpenIncident = {
  incidentId: string;
  kind: IncidentTargetKind;
  tenantId: string;
  id: string;
  reason: string;
};
export type Located = { tenantId: string; id: string };
export type BindingSite = { provider: Located; backend: Located | null };

/** The first open incident that covers a provider or its backend, if any. */
export function incidentOnBinding(
  open: readonly OpenIncident[],
  site: BindingSite,
): OpenIncident | null {
  return (
    open.find(
      (incident) =>
        hits(incident, 'provider', site.provider) || hits(incident, 'backend', site.backend),
    ) ?? null
  );
}

/**
 * The incidents that stop an agent's call of a capability: those on the agent or
 * the capability itself, and those on providers or backends once they leave no
 * binding standing. Empty when the call may go ahead.
 */
export function coveringIncidents(
  open: readonly OpenIncident[],
  call: { agent: Located; capability: Located; bindings: readonly BindingSite[] },
): OpenIncident[] {
  const direct = open.filter(
    (incident) =>
      hits(incident, 'agent', call.agent) || hits(incident, 'capability', call.capability),
  );
  const perBinding = call.bindings.map((site) => incidentOnBinding(open, site));
  const noneStands = perBinding.length > 0 && perBinding.every((incident) => incident !== null);
  const through = noneStands ? perBinding.filter((incident) => incident !== null) : [];
  return [...new Set([...direct, ...through])];
}

/** A provider under an open incident, its own or its backend's, and where it is reached. */
export type StoppedProvider = { incidentId: string; providerId: string; endpoint: string | null };

/**
 * The stopped provider that is reached at the same address, so that another id for it would be a
 * way around the incident; null when there is none. Scheme, default port, query, doubled and last
 * slashes make no other address; another name or number of the same host does, which nothing here
 * can tell.
 */
export function stoppedAtAddress(
  stopped: readonly StoppedProvider[],
  endpoint: string | null,
): StoppedProvider | null {
  const address = addressOf(endpoint);
  if (address === null) return null;
  return stopped.find((provider) => addressOf(provider.endpoint) === address) ?? null;
}

function addressOf(endpoint: string | null): string | null {
  if (endpoint === null || !URL.canParse(endpoint)) return null;
  const { host, pathname } = new URL(endpoint);
  const name = host.replace(/\.(?=:|$)/, '');
  return `${name}${decoded(pathname).replace(/\/+/g, '/').replace(/\/$/, '')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function hits(incident: OpenIncident, kind: IncidentTargetKind, at: Located | null): boolean {
  return (
    at !== null &&
    incident.kind === kind &&
    incident.tenantId === at.tenantId &&
    incident.id === at.id
  );
}
