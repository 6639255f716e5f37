import {
  CAPABILITY_ID_MAX,
  CAPABILITY_ID_PATTERN,
  type CapabilityType,
  surfaceOf,
} from '../shared/domain';
import type { IntakeProvider } from './types';

/** Identity of a definition within its provider: kinds may share names, names decide. */
export function definitionKey(item: { type: CapabilityType; upstreamName: string }): string {
  return `${item.type} ${item.upstreamName}`;
}

/**
 * `<provider id>.<name>`: lower case, other characters `_`, at most 128. Dots of the name stay
 * where they separate something; the first part of an id takes no dash.
 */
export function baseCapabilityId(providerId: string, name: string): string {
  const head = providerId.toLowerCase().replace(/[^a-z0-9_]/g, '_');
  const tail = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '_')
    .split('.')
    .map((part) => part || '_')
    .join('.');
  const id = `${head}.${tail || '_'}`.slice(0, CAPABILITY_ID_MAX);
  return id.endsWith('.') ? `${id.slice(0, -1)}_` : id;
}

/** The base, or the first of `base_2`, `base_3`, … that is free. Always a valid capability id. */
export function freeCapabilityId(base: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(base)) return base;
  for (let n = 2; ; n += 1) {
    const suffix = `_${n}`;
    const id = `${base.slice(0, CAPABILITY_ID_MAX - suffix.length).replace(/\.$/, '_')}${suffix}`;
    if (CAPABILITY_ID_PATTERN.test(id) && !isTaken(id)) return id;
  }
}

export type SurfaceIdParts = {
  provider: Pick<IntakeProvider, 'id' | 'kind' | 'location'>;
  type: CapabilityType;
  name: string;
};

/** `providerKind:location:surface:serverId:name`, in which only the colons separate. */
export function surfaceIdOf({ provider, type, name }: SurfaceIdParts): string {
  const clean = name.replace(/[\s:\p{Cc}\p{Cf}]/gu, '_');
  return [provider.kind, provider.location, surfaceOf(type), provider.id, clean].join(':');
}
