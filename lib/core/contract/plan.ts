import type { Status } from '@/lib/core/shared/domain';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';

/** A field that differs, by its path in the contract. */
export type FieldChange = { path: string; before: Json; after: Json };

/** Groups a contract may give in part: what is left out of one stays. Anything else is a whole. */
const GROUPS: ReadonlySet<string> = new Set([
  'auth',
  'auth.scopes',
  'approval',
  'limits',
  'observability',
]);
/** Lists whose order says nothing. */
const SETS: ReadonlySet<string> = new Set([
  'tags',
  'auth.required_roles',
  'auth.scopes.required',
  'auth.scopes.optional',
]);

/**
 * The contract after a document that may leave things out: what it does not say stays.
 * @param current the contract as the catalog holds it; null where the thing is new
 */
export function mergeContract(current: JsonObject | null, wanted: JsonObject): JsonObject {
  return mergeAt('', current ?? {}, wanted);
}

function mergeAt(at: string, current: JsonObject, wanted: JsonObject): JsonObject {
  const out: JsonObject = { ...current };
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    const path = at === '' ? key : `${at}.${key}`;
    const was = current[key];
    out[key] =
      GROUPS.has(path) && isJsonObject(value)
        ? mergeAt(path, isJsonObject(was) ? was : {}, value)
        : keepOrder(path, was, value);
  }
  return out;
}

/** The same set in another order is no change, and stays as it was written. */
function keepOrder(path: string, was: Json | undefined, value: Json): Json {
  if (!SETS.has(path) || !Array.isArray(was) || !Array.isArray(value)) return value;
  const sorted = (list: Json[]) => canonicalJson(list.map(canonicalJson).sort());
  return sorted(was) === sorted(value) ? was : value;
}

/** What differs between two contracts, a line a field; empty when they are equal. */
export function diffContracts(before: JsonObject | null, after: JsonObject): FieldChange[] {
  return diffAt('', before ?? {}, after);
}

function diffAt(at: string, before: JsonObject, after: JsonObject): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const path = at === '' ? key : `${at}.${key}`;
    const [was = null, is = null] = [before[key], after[key]];
    if (canonicalJson(was) === canonicalJson(is)) return [];
    if (GROUPS.has(path) && isJsonObject(is)) {
      return diffAt(path, isJsonObject(was) ? was : {}, is);
    }
    return [{ path, before: was, after: is }];
  });
}

export type StatusPlan = {
  /** Hand it over for the decision of somebody else. */
  submit: boolean;
  /** It ended elsewhere: written down here as ended, so that its id is taken. */
  ended: boolean;
  /** What the status asks for and is not done now. */
  note: string | null;
  refused: string | null;
};

const STAY: StatusPlan = { submit: false, ended: false, note: null, refused: null };
const ORDER: readonly Status[] = ['DRAFT', 'REVIEW', 'PRODUCTION', 'DEPRECATED', 'DISABLED'];

/**
 * What a contract's status asks of a capability. It says how far it shall get: a contract submits
 * and never decides, and never takes back what has gone further.
 *
 * @param current null where the capability is new here
 * @param wanted absent: wherever it is
 */
export function planStatus(current: Status | null, wanted: Status | undefined): StatusPlan {
  if (wanted === undefined || wanted === current) return STAY;
  if (wanted === 'DISABLED') {
    return current === null ? { ...STAY, ended: true } : { ...STAY, ...endOf(current) };
  }
  if (current === null || current === 'DRAFT') return { ...STAY, submit: wanted !== 'DRAFT' };
  if (ORDER.indexOf(current) > ORDER.indexOf(wanted)) {
    return { ...STAY, note: `It is in ${current} here; a contract takes nothing back.` };
  }
  return STAY;
}

function endOf(current: Status): Pick<StatusPlan, 'note' | 'refused'> {
  if (current === 'DEPRECATED') {
    return { note: 'It is disabled when its announced end comes.', refused: null };
  }
  return {
    note: null,
    refused: `It is in ${current} here, and ends by its deprecation: give status: DEPRECATED and deprecation.disable_at.`,
  };
}
