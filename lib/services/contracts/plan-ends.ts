import type { FieldChange } from '@/lib/core/contract/plan';
import { canonicalJson, type Json } from '@/lib/core/shared/json';
import type { CapabilityContract } from '@/lib/schemas/contract';
import type { EndInput } from '../catalog/deprecate-capability';
import { objectOf } from '../catalog/rows';
import type { CapabilityState } from './load-state';
import { isLive } from './planned-capability';
import { deprecationJson, endInput } from './wanted';

export const ONE_END = 'One end is decided at a time: apply this again once the first is.';
export const NO_END = 'status DEPRECATED needs deprecation.disable_at: say when it ends.';
export const LATER = 'Its end is announced once it is live: apply this again then.';

export function hasEnds({ deprecation, majors }: CapabilityContract): boolean {
  return Boolean(deprecation) || (majors ?? []).some((major) => major.deprecation);
}

/** A request for just this end is open. */
export function waitsFor(
  { open }: CapabilityState,
  { capability_id: _id, ...end }: EndInput,
): boolean {
  return open.some(
    ({ kind, payload }) =>
      kind === 'deprecate' &&
      canonicalJson(objectOf(payload).deprecation) ===
        canonicalJson(JSON.parse(JSON.stringify(end))),
  );
}

type End = { input: EndInput; change: FieldChange };

/** Ends to announce, of the whole and of older majors, once it is live. */
export function endsOf(state: CapabilityState, contract: CapabilityContract): End[] {
  if (!isLive(state)) return [];
  const { id } = contract;
  const found: End[] = [];
  const look = (
    path: string,
    wanted: NonNullable<CapabilityContract['deprecation']>,
    was: Json,
    major?: number,
  ) => {
    const announced = objectOf(was).announced_at;
    const is = deprecationJson(wanted, typeof announced === 'string' ? announced : undefined);
    if (canonicalJson(is) === canonicalJson(was)) return;
    found.push({ input: endInput(id, major, wanted), change: { path, before: was, after: is } });
  };
  if (contract.deprecation) {
    look('deprecation', contract.deprecation, state.contract.deprecation ?? null);
  }
  const majors = Array.isArray(state.contract.majors) ? state.contract.majors.map(objectOf) : [];
  for (const major of contract.majors ?? []) {
    const here = majors.find((one) => majorNumber(one.version) === majorNumber(major.version));
    if (!major.deprecation || !here) continue;
    const number = majorNumber(major.version);
    look(`majors.${number}.deprecation`, major.deprecation, here.deprecation ?? null, number);
  }
  return found;
}

function majorNumber(version: unknown): number {
  return Number(String(version).split('.')[0]);
}
