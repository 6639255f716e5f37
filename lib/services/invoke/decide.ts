import { authorize } from '@/lib/core/policy/authorize';
import { canInvoke, type InvokeCode, type InvokeDecision } from '@/lib/core/policy/invoke';
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
  const rows = await loadCall(caller.tenantId, caller.agentId, capabilityId, ctx.now);
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

/**
 * Why the policy said no, in the words this caller may hear: to an agent, what it may not discover
 * is not there; a person who may read the catalog reads what hides it from the agent.
 * @throws ServiceError NOT_FOUND
 */
export function explainRefusal(
  ctx: Context,
  { decision, rows }: Decided,
): { code: InvokeCode; reasons: string[] } {
  const { code, reasons, withheld } = decision;
  if (code !== 'NOT_FOUND') return { code: code ?? 'DENIED', reasons };
  const { tenantId, id } = rows.capability;
  const reads = authorize(ctx.actor, 'catalog.read', { tenantId, discoverable: false });
  if (ctx.actor.kind !== 'user' || !reads.allowed) throw notFound('capability', id);
  return { code: 'DENIED', reasons: withheld };
}

/** What invoke would enforce for this caller now, without calling. */
export async function getDecision({
  ctx,
  input,
}: {
  ctx: Context;
  input: DecisionInput & { id: string };
}): Promise<DecisionAnswer> {
  const decided = await decideCall(ctx, input.id, input);
  const { allowed, approval_required, required_scopes, credential_ttl, maximum_calls } =
    decided.decision;
  const { reasons } = allowed ? decided.decision : explainRefusal(ctx, decided);
  const { version } = decided.decision;
  return {
    allowed,
    approval_required,
    required_scopes,
    credential_ttl,
    maximum_calls,
    reasons,
    version: version && `${version.major}.${version.minor}`,
  };
}
