import {
  diffContracts,
  type FieldChange,
  mergeContract,
  planStatus,
} from '@/lib/core/contract/plan';
import type { Act } from '@/lib/core/policy/table';
import { canonicalJson } from '@/lib/core/shared/json';
import { capabilityChangesSchema } from '@/lib/schemas/capabilities';
import type { CapabilityContract } from '@/lib/schemas/contract';
import { carriedOf } from '../catalog/carried-versions';
import { realChanges } from '../catalog/columns';
import { kindOf, requireCompiling } from '../catalog/propose-change';
import { objectOf } from '../catalog/rows';
import type { Context } from '../context';
import type { CapabilityState } from './load-state';
import { resultOf } from './plan';
import { endsOf, hasEnds, LATER, NO_END, ONE_END, waitsFor } from './plan-ends';
import { planNew } from './plan-new-capability';
import {
  at,
  basisOf,
  type Doc,
  isLive,
  mayNot,
  type PlannedCapability,
  refused,
} from './planned-capability';
import { changesOf, comparable, wantedFields } from './wanted';
import {
  type BindingWork,
  bindingWork,
  type EditWork,
  editWork,
  findingsAfter,
  proposeWork,
} from './write-capability';

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
