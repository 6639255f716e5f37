import type { z } from 'zod';
import { authorize } from '@/lib/core/policy/authorize';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { lintTextSchema } from '@/lib/schemas/lint';
import { requireAllowed, requireUser } from '../authorize';
import type { Context } from '../context';
import { computeFindings } from './findings';

/** What the lint says of a description before it is saved. */
export async function lintText(call: {
  ctx: Context;
  input: z.output<typeof lintTextSchema>;
}): Promise<{ findings: Finding[] }> {
  const { ctx, input } = call;
  const { tenantId } = ctx;
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId }));
  const { description, surface, annotations, capability_id: id = '' } = input;
  const inputSchema = { type: 'object' };
  const findings = await computeFindings(
    { tenantId, id, surface, description, inputSchema, annotations },
    [],
    ['description'],
  );
  return { findings };
}
