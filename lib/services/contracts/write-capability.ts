import type { Tx } from '@/lib/db/transaction';
import type { CapabilityChanges, CreateCapabilityInput } from '@/lib/schemas/capabilities';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { ContractBinding } from '@/lib/schemas/contract';
import { recordAudit } from '../audit';
import { removeBinding, writeBinding, writeNewBinding } from '../catalog/binding-writes';
import { requireEdit } from '../catalog/bindings';
import { definitionAfter } from '../catalog/columns';
import { type EndInput, proposeEnd } from '../catalog/deprecate-capability';
import { computeFindings } from '../catalog/findings';
import type { BindingRow } from '../catalog/list-bindings';
import { reloadCapability, writeCapability } from '../catalog/load';
import { openProposal } from '../catalog/propose-change';
import { registerDrafts } from '../catalog/register-drafts';
import type { CapabilityRecord } from '../catalog/rows';
import { beforeAfterStatus } from '../catalog/status-trail';
import { submitDraft } from '../catalog/submit-draft';
import { writeChanges } from '../catalog/update-capability';
import type { Context } from '../context';
import { bindingJson } from './contract-of';
import { type CapabilityState, placeKey } from './load-state';
import type { Work } from './plan';

type Carried = Record<string, unknown> | null;

export type RegisterWork = {
  input: CreateCapabilityInput;
  bindings: readonly ContractBinding[];
  submit: boolean;
  ended: boolean;
  carried: Carried;
};

export type BindingWork = {
  add: ContractBinding[];
  change: { binding: BindingRow; wanted: ContractBinding }[];
  remove: BindingRow[];
};

export type EditWork = {
  state: CapabilityState;
  changes: CapabilityChanges;
  bindings: BindingWork;
  submit: boolean;
  carried: Carried;
  ends: EndInput[];
  /** On what the edit leaves; made before the transaction. */
  findings: Finding[];
};

/** What to do to the bindings; nothing when the contract does not speak of them. */
export function bindingWork(
  state: CapabilityState,
  wanted: readonly ContractBinding[] | undefined,
): BindingWork {
  const work: BindingWork = { add: [], change: [], remove: [] };
  if (!wanted) return work;
  const here = new Map(state.bindings.map((binding) => [placeKey(binding), binding]));
  for (const one of wanted) {
    const key = placeKey({ providerId: one.provider, upstreamName: one.upstream_name });
    const binding = here.get(key);
    here.delete(key);
    if (!binding) work.add.push(one);
    else if (JSON.stringify(bindingJson(binding)) !== JSON.stringify(inOrder(one))) {
      work.change.push({ binding, wanted: one });
    }
  }
  work.remove.push(...here.values());
  return work;
}

function inOrder(one: ContractBinding) {
  return {
    provider: one.provider,
    upstream_name: one.upstream_name,
    region: one.region,
    for_tenant: one.for_tenant,
    cost_per_call: one.cost_per_call,
    priority: one.priority,
    freshness_seconds: one.freshness_seconds,
    availability: one.availability,
    availability_reason: one.availability_reason,
  };
}

/** All that is new, written together; answers the requests opened, by capability. */
export async function registerAll(
  tx: Tx,
  ctx: Context,
  all: readonly (RegisterWork & { findings: Finding[] })[],
  reason: string,
): Promise<Map<string, string[]>> {
  const opened = new Map<string, string[]>();
  if (all.length === 0) return opened;
  const rows = new Map((await registerDrafts(tx, ctx, all)).map((row) => [row.id, row]));
  for (const { input, bindings, submit, ended, carried } of all) {
    const row = rows.get(input.id);
    if (!row) continue;
    for (const binding of bindings) await writeNewBinding(tx, ctx, row, binding);
    if (ended) await endAtOnce(tx, ctx, row);
    if (!submit) continue;
    const { request } = await submitDraft(tx, ctx, row, { reason, carried });
    opened.set(row.id, [request.id]);
  }
  return opened;
}

/** It ended where it came from. Nobody can use what was never live, so that nothing is decided. */
async function endAtOnce(tx: Tx, ctx: Context, row: CapabilityRecord): Promise<void> {
  await writeCapability(tx, row, { status: 'DISABLED', statusChangedAt: ctx.now });
  await recordAudit(tx, ctx, {
    action: 'capability.disable',
    targetKind: 'capability',
    targetId: row.id,
    reason: 'Its contract says that it has ended.',
    ...beforeAfterStatus(row, await reloadCapability(tx, row)),
  });
}

/** A draft or one in review: fields, bindings, and the submission. */
export function editWork(edit: EditWork): Work {
  return async (tx, ctx, reason) => {
    let { row } = edit.state;
    if (Object.keys(edit.changes).length > 0) {
      const { findings } = edit;
      const { owner: offer = null, ...changes } = edit.changes;
      await writeChanges(tx, ctx, { row, changes, rename: null, offer, findings, reason });
      row = await reloadCapability(tx, row);
    }
    await writeBindings(tx, ctx, row, edit.bindings);
    if (!edit.submit) return [];
    const { request } = await submitDraft(tx, ctx, await reloadCapability(tx, row), {
      reason,
      carried: edit.carried,
    });
    return [request.id];
  };
}

/** Lints what the edit leaves; before the transaction. */
export async function findingsAfter({ state, changes }: EditWork): Promise<Finding[]> {
  const { row } = state;
  return await computeFindings(
    { ...row, ...definitionAfter(row, changes) },
    row.findings,
    Object.keys(changes),
  );
}

async function writeBindings(
  tx: Tx,
  ctx: Context,
  row: CapabilityRecord,
  work: BindingWork,
): Promise<void> {
  if (work.add.length + work.change.length + work.remove.length > 0) requireEdit(ctx, row);
  for (const one of work.add) await writeNewBinding(tx, ctx, row, one);
  for (const { binding, wanted } of work.change) {
    await writeBinding(tx, ctx, row, { binding, fields: inOrder(wanted) });
  }
  for (const binding of work.remove) {
    await removeBinding(tx, ctx, row, binding);
  }
}

/** Something live: a request for what changes, and the ends it announces. */
export function proposeWork({ state, changes, ends }: EditWork): Work {
  return async (tx, ctx, reason) => {
    const { row } = state;
    const opened: string[] = [];
    if (Object.keys(changes).length > 0) {
      opened.push((await openProposal(tx, { ctx, row, changes, reason })).id);
    }
    for (const end of ends) opened.push((await proposeEnd(tx, ctx, row, end)).id);
    return opened;
  };
}
