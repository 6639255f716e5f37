import { diffContracts, planStatus } from '@/lib/core/contract/plan';
import type { Act } from '@/lib/core/policy/table';
import type { JsonObject } from '@/lib/core/shared/json';
import { createCapabilitySchema } from '@/lib/schemas/capabilities';
import { carriedOf } from '../catalog/carried-versions';
import type { Context } from '../context';
import { resultOf } from './plan';
import { hasEnds, LATER, NO_END } from './plan-ends';
import { at, type Doc, mayNot, type PlannedCapability, refused } from './planned-capability';
import { changesOf, wantedFields } from './wanted';

/** What a contract makes of an id that is not here yet. */
export function planNew(ctx: Context, doc: Doc, taken: ReadonlySet<string>): PlannedCapability {
  const { contract } = doc;
  const { id, type, status, owner } = contract;
  const { submit, ended } = planStatus(null, status);
  const wanted: JsonObject = {
    ...wantedFields(contract),
    name: contract.name ?? id.split('.').at(-1) ?? id,
  };
  const parsed = createCapabilitySchema.safeParse({ id, type, ...changesOf(wanted) });
  if (!parsed.success)
    return refused(
      doc,
      null,
      parsed.error.issues.map(({ message }) => message),
    );
  const acts: Act[] = ['capability.register'];
  if (submit) acts.push('capability.submit');
  if (ended) acts.push('capability.retire');
  const denied = mayNot(ctx, acts, owner);
  if (denied.length > 0) return { ...refused(doc, null, denied), denied: true };
  const reasons: string[] = [];
  if (taken.has(id)) {
    reasons.push(`The id "${id}" is taken here, or belongs to "shared". Ids are never used twice.`);
  }
  if (status === 'DEPRECATED' && !contract.deprecation) reasons.push(NO_END);
  if (reasons.length > 0) return refused(doc, null, reasons);
  const shown: JsonObject = { ...wanted, ...(status === undefined ? {} : { status }) };
  const result = resultOf(at(doc), {
    action: 'create',
    review: submit,
    changes: diffContracts(null, shown).filter(({ path }) => !HEAD.includes(path)),
    notes: [
      ...(submit ? ['Somebody who wrote no part of it decides before agents see it.'] : []),
      ...(submit && hasEnds(contract) ? [LATER] : []),
      ...(ended ? ['It ended elsewhere: its id is taken here, and nothing can use it.'] : []),
    ],
  });
  const register = {
    input: parsed.data,
    bindings: contract.bindings ?? [],
    submit,
    ended,
    carried: submit ? carriedOf(contract) : null,
  };
  return { result, work: null, register, basis: null };
}

const HEAD = ['api_version', 'kind', 'id'];
