import { z } from 'zod';
import { discoverInputSchema } from '@/lib/schemas/discover';
import { invokeInputSchema } from '@/lib/schemas/invoke';
import { capabilityIdSchema } from '@/lib/schemas/shared';
import { getApproval } from '@/lib/services/approvals/get-approval';
import type { Context } from '@/lib/services/context';
import { describeCapability } from '@/lib/services/discover/describe-capability';
import { discover } from '@/lib/services/discover/discover';
import { invokeCapability } from '@/lib/services/invoke/invoke-capability';

/** A meta tool as data: what is listed and what runs come from the one entry. */
export type MetaTool<S extends z.ZodType = z.ZodType> = {
  name: string;
  title: string;
  description: string;
  input: S;
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
  run: (ctx: Context, input: z.output<S>) => Promise<unknown>;
};

function metaTool<S extends z.ZodType>(tool: MetaTool<S>): MetaTool {
  // The server parses with the tool's own schema before it runs it.
  return tool as MetaTool as MetaTool<z.ZodType>;
}

/** The tool that gives what a list leaves out. */
export const DESCRIBE = 'describe_capability';

const idInput = z.object({ capability_id: capabilityIdSchema });

export const META_TOOLS: readonly MetaTool[] = [
  metaTool({
    name: 'discover_capabilities',
    title: 'Discover capabilities',
    description:
      'Finds the few capabilities that fit a task. Returns ids, descriptions and risk; set include_schemas to get input schemas at once.',
    input: discoverInputSchema.omit({ agent_id: true, tenant_id: true, explain: true }),
    annotations: { readOnlyHint: true },
    run: (ctx, input) => discover({ ctx, input: { ...input, explain: false } }),
  }),
  metaTool({
    name: DESCRIBE,
    title: 'Describe a capability',
    description: 'Returns one capability with its input and output schemas.',
    input: idInput,
    annotations: { readOnlyHint: true },
    run: (ctx, input) => describeCapability({ ctx, input: { id: input.capability_id } }),
  }),
  metaTool({
    name: 'invoke_capability',
    title: 'Invoke a capability',
    description:
      'Calls a capability with arguments that match its input schema. Where a person has to approve, returns an approval id: repeat the call with it once approved.',
    input: invokeInputSchema
      .omit({ agent_id: true, tenant_id: true })
      .extend({ capability_id: capabilityIdSchema }),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    run: async (ctx, { capability_id, ...input }) =>
      (await invokeCapability({ ctx, input: { ...input, id: capability_id } })).body,
  }),
  metaTool({
    name: 'get_approval',
    title: 'Look at an approval',
    description: 'Says whether a person has approved or denied a call that waits.',
    input: z.object({ approval_id: z.string().max(64) }),
    annotations: { readOnlyHint: true },
    run: async (ctx, input) => {
      const approval = await getApproval({ ctx, input: { id: input.approval_id } });
      const { id, status, capability_id, expires_at, comment } = approval;
      return { approval_id: id, status, capability_id, expires_at, comment };
    },
  }),
];
