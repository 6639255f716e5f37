import type { Tx } from '@/lib/db/transaction';
import type { ChangeRow } from './change-rows';
import { type BindingRow, toBinding, WITH_PROVIDER } from './list-bindings';
import { objectOf } from './rows';

/** What a proposal about a binding shows and compares. */
export const BINDING_FIELDS = [
  'provider',
  'upstream_name',
  'region',
  'for_tenant',
  'cost_per_call',
  'priority',
  'freshness_seconds',
  'availability',
  'availability_reason',
] as const;

export function bindingValues(binding: BindingRow): Record<string, unknown> {
  const shown = toBinding(binding);
  return Object.fromEntries(BINDING_FIELDS.map((field) => [field, shown[field] ?? null]));
}

type About = Pick<ChangeRow, 'tenantId' | 'payload'>;

/** What the binding says that a proposal would change; nothing where that makes no conflict. */
export async function bindingNow(tx: Tx, change: About): Promise<Record<string, unknown>> {
  const payload = objectOf(change.payload);
  const { act } = objectOf(payload.binding);
  const binding = act === 'change' ? await findBindingOf(tx, change) : null;
  return binding ? bindingValues(binding) : objectOf(payload.before);
}

/** The binding a proposal is about; null when it is gone. */
export async function findBindingOf(
  tx: Tx,
  { tenantId, payload }: About,
): Promise<BindingRow | null> {
  const { about } = objectOf(objectOf(payload).binding);
  return await tx.binding.findFirst({
    where: { tenantId, id: String(about), removedAt: null },
    include: WITH_PROVIDER,
  });
}
