import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';

type Ref = { tenantId: string; id: string };

/** Remembers that this person wrote a part of the working definition. Programs are no authors. */
export async function addAuthor(tx: Tx, ctx: Context, capability: Ref): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  await addAuthorOf(tx, capability, ctx.actor.userId, ctx.now);
}

/** The same for somebody who acted earlier. */
export async function addAuthorOf(
  tx: Tx,
  { tenantId, id: capabilityId }: Ref,
  userId: string,
  at: Date,
): Promise<void> {
  const key = { tenantId, capabilityId, userId };
  await tx.capabilityAuthor.upsert({
    where: { tenantId_capabilityId_userId: key },
    create: { ...key, at },
    update: { at },
  });
}

/** After a decision the working definition is nobody's any more: its authors are in the request. */
export async function clearAuthors(tx: Tx, capability: Ref): Promise<void> {
  await tx.capabilityAuthor.deleteMany({
    where: { tenantId: capability.tenantId, capabilityId: capability.id },
  });
}
