import type { Tx } from '@/lib/db/transaction';
import type { Context } from '../context';

type Ref = { tenantId: string; id: string };

/** Remembers that this person wrote a part of the working definition. Programs are no authors. */
export async function addAuthor(tx: Tx, ctx: Context, capability: Ref): Promise<void> {
  if (ctx.actor.kind !== 'user') return;
  const key = {
    tenantId: capability.tenantId,
    capabilityId: capability.id,
    userId: ctx.actor.userId,
  };
  await tx.capabilityAuthor.upsert({
    where: { tenantId_capabilityId_userId: key },
    create: { ...key, at: ctx.now },
    update: { at: ctx.now },
  });
}

/** After a decision the working definition is nobody's any more: its authors are in the request. */
export async function clearAuthors(tx: Tx, capability: Ref): Promise<void> {
  await tx.capabilityAuthor.deleteMany({
    where: { tenantId: capability.tenantId, capabilityId: capability.id },
  });
}
