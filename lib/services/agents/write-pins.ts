import type { Tx } from '@/lib/db/transaction';

/** Replaces the pins of an agent; order is kept. Part of the caller's transaction and audit line. */
export async function writePins(
  tx: Tx,
  tenantId: string,
  agentId: string,
  pins: readonly string[],
): Promise<void> {
  await tx.agentPin.deleteMany({ where: { tenantId, agentId } });
  await tx.agentPin.createMany({
    data: [...new Set(pins)].map((capabilityId, position) => ({
      tenantId,
      agentId,
      capabilityId,
      position,
    })),
  });
}
