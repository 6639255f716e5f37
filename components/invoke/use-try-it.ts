'use client';

import { useEffect, useState, useTransition } from 'react';
import { initialArguments } from '@/components/catalog/form-model';
import { canonicalJson, type JsonObject } from '@/lib/core/shared/json';
import type { CallOutcome } from '@/lib/schemas/try-call';
import type { DecisionState } from './decision-panel';
import type { OnAsk, OnCall, TriedCapability } from './types';

const SILENT = 'Capstan did not answer. Try again.';

type Waiting = { approvalId: string; agentId: string; arguments: string };

/** State of one call by hand: the agent, the decision, the arguments, what became of it. */
export function useTryIt(
  capability: TriedCapability,
  firstAgent: string | null,
  onAsk: OnAsk,
  onCall: OnCall,
) {
  const [agentId, setAgentId] = useState(firstAgent);
  const [decision, setDecision] = useState<DecisionState>({ kind: 'none' });
  const [args, setArgs] = useState<JsonObject>(
    () => capability.safeExample ?? initialArguments(capability.inputSchema),
  );
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [pending, start] = useTransition();

  useEffect(() => {
    if (agentId === null) return;
    let current = true;
    setDecision({ kind: 'asking' });
    onAsk({ id: capability.id, agent_id: agentId })
      .catch(() => null)
      .then((result) => {
        if (!current) return;
        if (result?.ok) setDecision({ kind: 'decided', decision: result.data });
        else setDecision({ kind: 'failed', message: result?.error.message ?? SILENT });
      });
    return () => {
      current = false;
    };
  }, [agentId, capability.id, onAsk]);

  /** An approval is for exactly one agent and these arguments: anything else asks anew. */
  const approvalId =
    waiting && waiting.agentId === agentId && waiting.arguments === canonicalJson(args)
      ? waiting.approvalId
      : null;

  function call() {
    if (agentId === null || pending) return;
    start(async () => {
      const result = await onCall({
        id: capability.id,
        agent_id: agentId,
        arguments: args,
        ...(approvalId ? { approval_id: approvalId } : {}),
      }).catch(() => null);
      setProblem(result?.ok ? null : (result?.error.message ?? SILENT));
      if (!result?.ok) return;
      setOutcome(result.data);
      setWaiting(
        result.data.kind === 'waiting'
          ? { approvalId: result.data.approval_id, agentId, arguments: canonicalJson(args) }
          : null,
      );
    });
  }

  function chooseAgent(next: string | null) {
    if (next === agentId) return;
    setAgentId(next);
    setDecision({ kind: 'none' });
    setOutcome(null);
    setProblem(null);
  }

  return {
    agentId,
    chooseAgent,
    decision,
    args,
    setArgs,
    outcome,
    problem,
    pending,
    approvalId,
    call,
  };
}
