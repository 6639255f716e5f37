import type { Tx } from '@/lib/db/transaction';
import { createBindingBodySchema, updateBindingBodySchema } from '@/lib/schemas/bindings';
import type { ChangeOutcome } from '@/lib/schemas/change-requests';
import { announce, transact } from '../announce';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { Applying } from './apply-change';
import { BINDING_FIELDS, bindingValues, findBindingOf } from './binding-now';
import {
  type NewBinding,
  removeBinding,
  requireBindable,
  writeBinding,
  writeNewBinding,
} from './binding-writes';
import type { BindingRow } from './list-bindings';
import { lockCapability, reloadCapability, writeCapability } from './load';
import { openChangeRequest } from './open-change-request';
import { type CapabilityRecord, objectOf, toCapability } from './rows';
import { requireUnmoved } from './stale-base';

type Change =
  | { act: 'add'; input: NewBinding }
  | { act: 'change'; binding: BindingRow; changes: Record<string, unknown> }
  | { act: 'remove'; binding: BindingRow };

/**
 * Where something live is carried out is proposed, like its contract: another provider is another
 * code path behind an approved name.
 */
export async function proposeBindingChange(
  ctx: Context,
  row: CapabilityRecord,
  change: Change,
): Promise<ChangeOutcome> {
  const { about, title, changes, before } = describe(row, change);
  const request = await transact(async (tx) => {
    await lockCapability(tx, row);
    if (change.act === 'add') await requireBindable(tx, row.tenantId, change.input.provider);
    return await openChangeRequest(tx, ctx, row, {
      kind: 'binding',
      title,
      reason: '',
      payload: { binding: { act: change.act, about }, changes, before },
      baseRowVersion: row.rowVersion,
      about,
    });
  });
  await announce('catalog', { tenantId: row.tenantId, ids: [row.id] });
  return { capability: toCapability(row), change_request: request };
}

function describe(row: CapabilityRecord, change: Change) {
  if (change.act === 'add') {
    const { provider, upstream_name } = change.input;
    return {
      about: `${provider} ${upstream_name}`,
      title: `Bind ${row.name} to ${provider}`,
      changes: { ...change.input },
      before: {},
    };
  }
  const shown = bindingValues(change.binding);
  const about = change.binding.id;
  if (change.act === 'remove') {
    const changes = Object.fromEntries(BINDING_FIELDS.map((field) => [field, null]));
    const title = `Take ${shown.provider} away from ${row.name}`;
    return { about, title, changes, before: shown };
  }
  const before = Object.fromEntries(
    Object.keys(change.changes).map((field) => [field, shown[field] ?? null]),
  );
  const title = `Change how ${shown.provider} carries out ${row.name}`;
  return { about, title, changes: change.changes, before };
}

/**
 * Carries out an approved change of a binding, inside the decision's transaction.
 * @throws ServiceError CONFLICT when the binding is gone, or there already, or has moved.
 */
export async function applyBindingChange(
  tx: Tx,
  ctx: Context,
  { change, row }: Applying,
): Promise<CapabilityRecord> {
  if (row.status !== 'PRODUCTION' && row.status !== 'DEPRECATED') {
    throw new ServiceError('CONFLICT', `The capability is in ${row.status} now; reject this.`);
  }
  const payload = objectOf(change.payload);
  const { act } = objectOf(payload.binding);
  if (act === 'add') {
    await writeNewBinding(tx, ctx, row, createBindingBodySchema.parse(payload.changes));
  } else {
    const binding = await findBindingOf(tx, change);
    if (!binding) throw new ServiceError('CONFLICT', 'This binding is gone already; reject this.');
    await requireUnmoved(tx, change, row);
    if (act === 'remove') await removeBinding(tx, ctx, row, binding);
    else {
      const { row_version: _, ...fields } = updateBindingBodySchema
        .partial()
        .parse(payload.changes);
      await writeBinding(tx, ctx, row, { binding, fields });
    }
  }
  await writeCapability(tx, row, {});
  return await reloadCapability(tx, row);
}
