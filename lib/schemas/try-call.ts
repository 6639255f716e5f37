import type { z } from 'zod';
import type { JsonObject } from '@/lib/core/shared/json';
import {
  type ApprovalPending,
  decisionInputSchema,
  type Invoked,
  invokeInputSchema,
} from './invoke';
import { capabilityIdSchema, slugSchema } from './shared';

/** Asks what a call would meet; a person names the agent. */
export const tryDecisionSchema = decisionInputSchema
  .omit({ tenant_id: true })
  .extend({ id: capabilityIdSchema, agent_id: slugSchema });
export type TryDecision = z.input<typeof tryDecisionSchema>;

export const tryCallSchema = invokeInputSchema
  .pick({ arguments: true, approval_id: true })
  .extend({ id: capabilityIdSchema, agent_id: slugSchema });
export type TryCall = z.output<typeof tryCallSchema>;

/** What became of a call made by hand: everything that can be shown beside its form. */
export type CallOutcome =
  | ({ kind: 'done' } & Invoked)
  | ({ kind: 'waiting' } & ApprovalPending)
  | {
      kind: 'failed';
      code: string;
      message: string;
      reasons: string[];
      errors: { path: string; message: string }[];
      /** Null when the call never left. */
      invocation_id: string | null;
      /** Where it was made for something that has ended: what takes its place, and the arguments for it. */
      replacement: { capability_id: string; major: number | null } | null;
      mapped_arguments: JsonObject | null;
    };
