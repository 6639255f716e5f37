/**
 * What decides where a provider's calls go. Its backend does not: that says which system stands
 * behind, for incidents and the usage graph.
 */
export const ROUTING_FIELDS = ['endpoint', 'credential_ref'] as const;
export type RoutingField = (typeof ROUTING_FIELDS)[number];
export type Routing = Record<RoutingField, string | null>;

const WORDS: Record<RoutingField, string> = { endpoint: 'address', credential_ref: 'credential' };
const NAMED = 5;

/** Which of them a change moves; a field that is absent stays. */
export function movedRouting(now: Routing, change: Partial<Routing>): RoutingField[] {
  return ROUTING_FIELDS.filter(
    (field) => change[field] !== undefined && change[field] !== now[field],
  );
}

/**
 * Why a provider's calls cannot be sent elsewhere, or null when they can. A reviewer approved its
 * live capabilities (`liveIds`) as that server carries them out; another one behind the same name
 * would be a change of production by one person.
 */
export function whyRoutingIsFixed(field: RoutingField, liveIds: readonly string[]): string | null {
  if (liveIds.length === 0) return null;
  const more = liveIds.length - NAMED;
  const names = liveIds.slice(0, NAMED).map((id) => `"${id}"`);
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const are = liveIds.length === 1 ? 'is' : 'are';
  return `${list} ${are} live through this ${WORDS[field]}, as a reviewer approved. Register a new provider with the new ${WORDS[field]} and have its capabilities reviewed, or deprecate and disable these first.`;
}
