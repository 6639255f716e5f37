import type { RequestReason } from './reasons';
import type { Candidate, ResolveRequest } from './types';

/** Why the request leaves a candidate out, or null when it stays. */
export type Narrowing = (candidate: Candidate) => RequestReason | null;

/**
 * The lists of a request as one check. They can only take away from what the agent may discover.
 * A profile's types count as the request's; an empty list of a profile does not narrow, an empty
 * list in the request leaves nothing. Null when nothing narrows.
 */
export function compileNarrowing(request: ResolveRequest): Narrowing | null {
  const types = setOf(request.types);
  const profileTypes = request.profile?.types.length ? setOf(request.profile.types) : null;
  const surfaces = setOf(request.surfaces);
  const providers = setOf(request.providers);
  const only = setOf(request.only);
  const exclude = new Set(request.exclude ?? []);
  const narrows = types || profileTypes || surfaces || providers || only || exclude.size > 0;
  if (!narrows) return null;
  return (candidate) => {
    if (types && !types.has(candidate.type)) return 'REQUEST_TYPES';
    if (profileTypes && !profileTypes.has(candidate.type)) return 'REQUEST_TYPES';
    if (surfaces && !surfaces.has(candidate.surface)) return 'REQUEST_SURFACES';
    if (providers && !candidate.providerIds.some((id) => providers.has(id))) {
      return 'REQUEST_PROVIDERS';
    }
    if (only && !only.has(candidate.id)) return 'REQUEST_ONLY';
    return exclude.has(candidate.id) ? 'REQUEST_EXCLUDE' : null;
  };
}

function setOf<T>(list: readonly T[] | undefined): ReadonlySet<T> | null {
  return list ? new Set(list) : null;
}
