import { runtime } from '@/lib/runtime';
import type { Agent } from '@/lib/schemas/agents';
import type { Context } from '@/lib/services/context';
import { readAgent, toAgent } from './agent-view';
import { authorizeRead } from './read-access';

/** @throws ServiceError NOT_FOUND outside the tenant acted in. */
export async function getAgent({ ctx, id }: { ctx: Context; id: string }): Promise<Agent> {
  authorizeRead(ctx, id);
  return toAgent(await readAgent(runtime().db.prisma, ctx, id), ctx.now);
}
