import {
  diffContracts,
  type FieldChange,
  mergeContract,
  planStatus,
} from '@/lib/core/contract/plan';
import { authorize } from '@/lib/core/policy/authorize';
import type { Act } from '@/lib/core/policy/table';
import { canonicalJson, type Json, type JsonObject } from '@/lib/core/shared/json';
import { capabilityChangesSchema, createCapabilitySchema } from '@/lib/schemas/capabilities';
import type { CapabilityContract } from '@/lib/schemas/contract';
import { requireAllowed } from '../authorize';
import { carriedOf } from '../catalog/carried-versions';
import { realChanges } from '../catalog/columns';
import type { EndInput } from '../catalog/deprecate-capability';
import { kindOf, requireCompiling } from '../catalog/propose-change';
import { objectOf } from '../catalog/rows';
import type { Context } from '../context';
import type { CapabilityState } from './load-state';
import { type Planned, reasonsOf, resultOf } from './plan';
import { changesOf, comparable, deprecationJson, endInput, wantedFields } from './wanted';
import {
  type BindingWork,
  bindingWork,
  type EditWork,
  editWork,
  findingsAfter,
  proposeWork,
  type RegisterWork,
} from './write-capability';

/** New ones are written together, so that their work is data. */
export type PlannedCapability = Planned & { register?: RegisterWork };

type Doc = { document: number; contract: CapabilityContract };

/** What a capability may refer to: what is here, and what other documents bring along. */
export type Around = {
  teams: ReadonlySet<string>;
  providers: ReadonlySet<string>;
  /** Ids nobody can have here any more. */
  taken: ReadonlySet<string>;
};

/** What a contract makes of a capability. Reads nothing: all it needs was loaded before. */
export function planCapability(
  ctx: Context,
  doc: Doc,
  state: CapabilityState | null,
  around: Around,
): PlannedCapability {
  const planned = state ? planKnown(ctx, doc, state) : planNew(ctx, doc, around.taken);
  const byFile = (['inputs_file', 'outputs_file'] as const).filter((key) => doc.contract[key]);
  const missing = planned.result.action === 'refused' ? [] : missingOf(doc, around);
  if (missing.length > 0) return refused(doc, state, missing);
  if (byFile.length === 0) return planned;
  const message = `${byFile.join(' and ')}: only the capstan command reads files; write the schema here.`;
  return refused(doc, state, [message]);
}

function missingOf({ contract }: Doc, { teams, providers }: Around): string[] {
  const owner = teams.has(contract.owner)
    ? []
    : [`owner: there is no team "${contract.owner}" here; add its document, or choose another.`];
  const gone = (contract.bindings ?? []).filter(({ provider }) => !providers.has(provider));
  return [...owner, ...gone.map(({ provider }) => `bindings: there is no provider "${provider}".`)];
}

function at({ document, contract }: Doc) {
  return { document, kind: 'Capability' as const, id: contract.id };
}

function refused(doc: Doc, state: CapabilityState | null, reasons: string[]): PlannedCapability {
  const result = resultOf(at(doc), { action: 'refused', reasons });
  return { result, work: null, basis: basisOf(state) };
}

function basisOf(state: CapabilityState | null): unknown {
  if (!state) return null;
  return {
    row: state.row.rowVersion,
    bindings: state.bindings.map(({ id, rowVersion }) => `${id}@${rowVersion}`).sort(),
    open: state.open.map(({ id }) => id).sort(),
  };
}

function mayNot(ctx: Context, acts: readonly Act[], ownerTeamId: string): string[] {
  const target = { tenantId: ctx.tenantId, ownerTeamId };
  return acts.flatMap((act) => reasonsOf(() => requireAllowed(authorize(ctx.actor, act, target))));
}

function planNew(ctx: Context, doc: Doc, taken: ReadonlySet<string>): PlannedCapability {
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
const ONE_END = 'One end is decided at a time: apply this again once the first is.';
const NO_END = 'status DEPRECATED needs deprecation.disable_at: say when it ends.';
const LATER = 'Its end is announced once it is live: apply this again then.';

function hasEnds({ deprecation, majors }: CapabilityContract): boolean {
  return Boolean(deprecation) || (majors ?? []).some((major) => major.deprecation);
}

function planKnown(ctx: Context, doc: Doc, state: CapabilityState): PlannedCapability {
  const { contract } = doc;
  const { row } = state;
  const current = comparable(state.contract);
  const merged = mergeContract(current, wantedFields(contract));
  const parsed = capabilityChangesSchema.safeParse(changesOf(merged));
  if (!parsed.success)
    return refused(
      doc,
      state,
      parsed.error.issues.map(({ message }) => message),
    );
  const changes = realChanges(row, parsed.data);
  const status = planStatus(row.status, contract.status);
  const bindings = bindingWork(state, contract.bindings);
  const ends = endsOf(state, contract);
  const shown = [
    ...diffContracts(current, merged),
    ...(status.submit ? [statusChange(row.status, contract.status)] : []),
    ...ends.map(({ change }) => change),
  ];
  const edit: EditWork = {
    state,
    changes,
    bindings,
    submit: status.submit,
    carried: status.submit ? carriedOf(contract) : null,
    ends: ends.map(({ input }) => input),
    findings: [],
  };
  const reasons = [...(status.refused ? [status.refused] : []), ...whyNot(doc, edit)];
  const denied = mayNot(ctx, actsOf(edit), row.ownerTeamId);
  if (denied.length > 0) return { ...refused(doc, state, denied), denied: true };
  if (reasons.length > 0) return refused(doc, state, reasons);
  const notes = [...(status.note ? [status.note] : []), ...notesOf(state, contract)];
  return isLive(state)
    ? planLive(doc, edit, shown, notes)
    : planWorking(doc, edit, shown, notes, contract);
}

function statusChange(before: string, after: string | undefined): FieldChange {
  return { path: 'status', before, after: after ?? before };
}

function isLive({ row }: CapabilityState): boolean {
  return row.status === 'PRODUCTION' || row.status === 'DEPRECATED';
}

function hasBindings(work: BindingWork): boolean {
  return work.add.length + work.change.length + work.remove.length > 0;
}

function isNothing({ changes, bindings, submit, ends }: EditWork): boolean {
  return Object.keys(changes).length + ends.length === 0 && !hasBindings(bindings) && !submit;
}

function actsOf(edit: EditWork): Act[] {
  const acts: Act[] = [];
  if (Object.keys(edit.changes).length > 0 || hasBindings(edit.bindings))
    acts.push('capability.edit');
  if (edit.submit) acts.push('capability.submit');
  if (edit.ends.length > 0) acts.push('capability.deprecate');
  return acts;
}

function whyNot({ contract }: Doc, edit: EditWork): string[] {
  const { row } = edit.state;
  const reasons: string[] = [];
  if (contract.type !== row.type) {
    reasons.push(`type: it is ${row.type} here, and the type of a capability never changes.`);
  }
  if (contract.status === 'DEPRECATED' && row.status !== 'DEPRECATED' && !contract.deprecation) {
    reasons.push(NO_END);
  }
  if (row.dismissedAt !== null && !isNothing(edit)) {
    reasons.push('This draft was dismissed here; take it back first.');
  }
  if (row.status === 'DISABLED' && !isNothing(edit)) {
    reasons.push('It is DISABLED here, and a disabled capability no longer changes.');
  }
  if (isLive(edit.state) && hasBindings(edit.bindings)) {
    reasons.push('bindings: it is live here; change where it is carried out on its page.');
  }
  return reasons;
}

function notesOf(state: CapabilityState, contract: CapabilityContract): string[] {
  const notes: string[] = [];
  if (contract.deprecation === null && state.contract.deprecation) {
    notes.push('Its end is announced here; a contract takes nothing back.');
  }
  if (!isLive(state) && state.row.status !== 'DISABLED' && hasEnds(contract)) notes.push(LATER);
  return notes;
}

/** A draft, or one in review: it changes at once. */
function planWorking(
  doc: Doc,
  edit: EditWork,
  shown: FieldChange[],
  notes: string[],
  contract: CapabilityContract,
): PlannedCapability {
  const { state } = edit;
  const waiting = state.open.filter(({ kind }) => kind === 'promote').map(({ id }) => id);
  const wants = contract.status === 'PRODUCTION' || contract.status === 'DEPRECATED';
  const nothing = isNothing(edit);
  const result = resultOf(at(doc), {
    action: nothing ? 'unchanged' : 'update',
    review: edit.submit,
    changes: nothing ? [] : shown,
    change_requests: wants || state.row.status === 'REVIEW' ? waiting : [],
    notes: [
      ...notes,
      ...(waiting.length > 0 && !nothing ? ['It is in review: approvals so far are revoked.'] : []),
    ],
  });
  if (nothing) return { result, work: null, basis: basisOf(state) };
  const prepare = async () => {
    edit.findings = await findingsAfter(edit);
  };
  return { result, work: editWork(edit), prepare, basis: basisOf(state) };
}

/** What is live changes by a request that somebody else decides. */
function planLive(
  doc: Doc,
  edit: EditWork,
  shown: FieldChange[],
  notes: string[],
): PlannedCapability {
  const { state, changes } = edit;
  const kind = kindOf(changes);
  const proposes = Object.keys(changes).length > 0;
  const open = proposes ? state.open.find((one) => one.kind === kind) : undefined;
  const same = open && canonicalJson(objectOf(open.payload).changes) === canonicalJson(changes);
  if (open && !same) {
    return refused(doc, state, [
      `The change request ${open.id} (${kind}) is open with something else: decide, edit or withdraw it first.`,
    ]);
  }
  const asked = state.open.find((one) => one.kind === 'deprecate');
  const waiting = edit.ends.filter((end) => waitsFor(state, end));
  const rest = edit.ends.filter((end) => !waiting.includes(end));
  // One end of a capability is decided at a time; the next is for the next apply.
  const ends = asked ? [] : rest.slice(0, 1);
  const left = { ...edit, ends, ...(same ? { changes: {} } : {}) };
  const nothing = isNothing(left);
  const result = resultOf(at(doc), {
    action: nothing ? 'unchanged' : 'update',
    review: (proposes && !same) || ends.length > 0,
    changes: nothing ? [] : shown,
    change_requests: same ? [open.id] : [],
    notes: [
      ...notes,
      ...(same || waiting.length > 0 ? ['A change request asks for this already; it waits.'] : []),
      ...(ends.length < rest.length ? [ONE_END] : []),
    ],
  });
  if (nothing) return { result, work: null, basis: basisOf(state) };
  const check = () => requireCompiling(left.changes);
  return { result, work: proposeWork(left), check, basis: basisOf(state) };
}

/** A request for just this end is open. */
function waitsFor({ open }: CapabilityState, { capability_id: _id, ...end }: EndInput): boolean {
  return open.some(
    ({ kind, payload }) =>
      kind === 'deprecate' &&
      canonicalJson(objectOf(payload).deprecation) ===
        canonicalJson(JSON.parse(JSON.stringify(end))),
  );
}

type End = { input: EndInput; change: FieldChange };

/** Ends to announce, of the whole and of older majors, once it is live. */
function endsOf(state: CapabilityState, contract: CapabilityContract): End[] {
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
