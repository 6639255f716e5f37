import { canInvoke, type InvokeDecision } from '@/lib/core/policy/invoke';
import { decisionHashInput, type InvokeFacts } from '@/lib/core/policy/invoke-facts';
import type { DecisionAnswer, DecisionInput } from '@/lib/schemas/invoke';
import { type CallingAgent, resolveCallingAgent } from '../calling-agent';
import type { Context } from '../context';
import { notFound } from '../errors';
import { hashDecision } from './digest';
import { toFacts } from './facts';
import { type CallRows, loadCall } from './load-call';

export type Decided = {
  caller: CallingAgent;
  rows: CallRows;
  facts: InvokeFacts;
  decision: InvokeDecision;
  /** What an approval of this call is bound to; null when it is refused. */
  decisionHash: string | null;
};

/**
 * The one decision behind `decision` and `invoke`.
 * @throws ServiceError NOT_FOUND when there is no such agent or capability for this tenant.
 */
export async function decideCall(
  ctx: Context,
  capabilityId: string,
  input: DecisionInput,
): Promise<Decided> {
  const caller = await resolveCallingAgent(ctx, input, 'agent.invoke');
  const rows = await loadCall(caller.tenantId, caller.agentId, capabilityId);
  if (!rows) throw notFound('capability', capabilityId);
  const facts = await toFacts(rows, caller, ctx.now, input.version);
  const decision = canInvoke(facts);
  const decisionHash = decision.version
    ? hashDecision(decisionHashInput(facts, decision.version))
    : null;
  return {
    caller: { ...caller, agentName: rows.agent.name },
    rows,
    facts,
    decision,
    decisionHash,
  };
}

/** What invoke would enforce for this caller now, without calling. */
export async function getDecision({
  ctx,
  input,
}: {
  ctx: Context;
  input: DecisionInput & { id: string };
}): Promise<DecisionAnswer> {
  const { decision } = await decideCall(ctx, input.id, input);
  if (decision.code === 'NOT_FOUND') throw notFound('capability', input.id);
  const { allowed, approval_required, required_scopes, credential_ttl, maximum_calls, reasons } =
    decision;
  return { allowed, approval_required, required_scopes, credential_ttl, maximum_calls, reasons };
}
