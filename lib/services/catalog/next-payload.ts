import { canonicalJson, isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import type { Tx } from '@/lib/db/transaction';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import { invalidField, ServiceError } from '../errors';
import type { LoadedChange } from './find-change-request';
import { objectOf } from './rows';
import { checkInputSchema } from './schema-check';
import { conflictsOf, valuesNow } from './stale-base';

type Edit = {
  changes?: CapabilityChanges | undefined;
  take?: Record<string, 'mine' | 'theirs'> | undefined;
};

/**
 * What a request says after an edit. Fields that are written anew, and those taken as `mine`, are
 * proposed against what is there now; those taken as `theirs` are proposed no more. Every other
 * field keeps the base it was proposed on, so that no conflict is settled by accident.
 */
export async function nextPayload(tx: Tx, loaded: LoadedChange, edit: Edit): Promise<JsonObject> {
  const { change, row } = loaded;
  const payload = objectOf(change.payload);
  const now = await valuesNow(tx, change, row);
  const asked = objectOf(payload.changes);
  const { rewritten, changes } = await rewrite(change.kind, asked, edit.changes);
  const before = objectOf(payload.before);
  const mine = await requireTaken(tx, loaded, edit.take ?? {});
  const kept = Object.entries(changes).filter(([field]) => edit.take?.[field] !== 'theirs');
  if (kept.length === 0 && Object.keys(asked).length > 0) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      'Nothing would be left to propose; withdraw the request instead.',
    );
  }
  if (kept.length === 0) return payload;
  const base = kept.map(([field]) => {
    const anew = rewritten.has(field) || mine.has(field) || !Object.hasOwn(before, field);
    return [field, (anew ? now[field] : before[field]) ?? null];
  });
  return JSON.parse(
    JSON.stringify({
      ...payload,
      changes: Object.fromEntries(kept),
      before: Object.fromEntries(base),
    }),
  );
}

async function rewrite(
  kind: string,
  asked: JsonObject,
  changes: CapabilityChanges | undefined,
): Promise<{ changes: Record<string, unknown>; rewritten: Set<string> }> {
  if (changes === undefined || canonicalJson(changes) === canonicalJson(asked)) {
    return { changes: asked, rewritten: new Set() };
  }
  const refused = NOT_REWRITTEN[kind];
  if (refused) throw invalidField('changes', refused);
  const { input_schema } = changes;
  const problem = isJsonObject(input_schema) ? await checkInputSchema(input_schema) : null;
  if (problem) throw invalidField('input_schema', `The input schema does not compile: ${problem}`);
  const rewritten = Object.entries(changes)
    .filter(([field, value]) => canonicalJson(asked[field] ?? null) !== canonicalJson(value))
    .map(([field]) => field);
  return { changes, rewritten: new Set(rewritten) };
}

const NOT_REWRITTEN: Readonly<Record<string, string>> = {
  promote: 'Edit the capability itself: this asks for what it says.',
  rollback: 'A rollback takes an earlier version as it was; publish instead.',
  binding: 'Withdraw this and propose the binding anew.',
  deprecate: 'Withdraw this and propose the end anew.',
  withdraw_deprecation: 'It takes an announced end back as it is; there is nothing to rewrite.',
};

/** @throws ServiceError VALIDATION when a field is taken that is in no conflict. */
async function requireTaken(
  tx: Tx,
  { change, row }: LoadedChange,
  take: Record<string, 'mine' | 'theirs'>,
): Promise<Set<string>> {
  const names = Object.keys(take);
  if (names.length === 0) return new Set();
  const conflicts = new Set((await conflictsOf(tx, change, row)).map(({ field }) => field));
  const wrong = names.find((field) => !conflicts.has(field));
  if (wrong !== undefined) {
    throw invalidField(`take.${wrong}`, `"${wrong}" is in no conflict; leave it out.`);
  }
  return new Set(names.filter((field) => take[field] === 'mine'));
}
