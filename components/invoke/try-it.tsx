'use client';

import { Bot, Play, Stamp } from 'lucide-react';
import { SchemaForm } from '@/components/catalog/schema-form';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Combobox } from '@/components/ui/combobox';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { isSubmitKey } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/navigation';
import { DecisionPanel, type DecisionState, Refused } from './decision-panel';
import { OutcomePanel } from './outcome-panel';
import type { OnAsk, OnCall, TriedCapability } from './types';
import { useTryIt } from './use-try-it';

type Props = {
  capability: TriedCapability;
  /** Agents this person may act as. */
  agents: readonly { id: string; name: string; active?: boolean }[];
  onAsk: OnAsk;
  onCall: OnCall;
};

/**
 * One call by hand, as a chosen agent: the decision first, then the arguments, then what became of
 * it. It is a real call, in the ledger like any other.
 *
 * @example <TryIt capability={…} agents={agents} onAsk={askDecision} onCall={callAsAgent} />
 */
export function TryIt({ capability, agents, onAsk, onCall }: Props) {
  const state = useTryIt(capability, agents[0]?.id ?? null, onAsk, onCall);
  if (agents.length === 0) {
    return (
      <EmptyState
        icon={<Bot />}
        title="No agent you may act as"
        description="A call is always an agent’s. Register one, or join the team that owns one."
        action={
          <Button asChild>
            <Link href="/agents">Go to agents</Link>
          </Button>
        }
      />
    );
  }
  const { outcome } = state;
  const errors = outcome?.kind === 'failed' && outcome.code === 'VALIDATION' ? outcome.errors : [];
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start">
      <Card title="As whom" description="The call counts as this agent’s, on your behalf.">
        <div className="grid gap-4">
          <Field label="Agent">
            <Combobox
              value={state.agentId}
              onValueChange={state.chooseAgent}
              options={agents.map(({ id, name, active }) => ({
                value: id,
                label: name,
                hint: active === false ? 'Off' : undefined,
              }))}
            />
          </Field>
          <DecisionPanel state={state.decision} agentId={state.agentId} />
        </div>
      </Card>
      <div className="grid min-w-0 gap-4">
        <Card title="Arguments">
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              state.call();
            }}
            onKeyDown={(event) => {
              if (!isSubmitKey(event)) return;
              event.preventDefault();
              if (isCallable(state.decision)) state.call();
            }}
          >
            <SchemaForm
              schema={schemaFor(capability, state.decision)}
              value={state.args}
              onChange={state.setArgs}
              errors={errors}
            />
            <Submit state={state} name={capability.name} />
          </form>
        </Card>
        <div aria-live="polite" className="grid min-w-0 gap-4 empty:hidden">
          {state.problem && <Callout tone="danger">{state.problem}</Callout>}
          {outcome && (
            <Card title="What became of it">
              <OutcomePanel outcome={outcome} />
            </Card>
          )}
        </div>
      </div>
    </div>
  );
}

/** The schema of the version this agent's call uses, which may be an older major. */
function schemaFor({ schemas, inputSchema }: TriedCapability, decision: DecisionState) {
  const version = decision.kind === 'decided' ? decision.decision.version : null;
  return (version === null ? undefined : schemas?.[version]) ?? inputSchema;
}

function isCallable(decision: DecisionState): boolean {
  return decision.kind === 'decided' && decision.decision.allowed;
}

type SubmitProps = { state: ReturnType<typeof useTryIt>; name: string };

function Submit({ state, name }: SubmitProps) {
  const { decision, approvalId, pending } = state;
  const callable = isCallable(decision);
  const asks = decision.kind === 'decided' && decision.decision.approval_required && !approvalId;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t pt-4">
      <Button type="submit" variant="primary" pending={pending} disabled={!callable}>
        {asks ? <Stamp aria-hidden /> : <Play aria-hidden />}
        {label(asks, approvalId !== null, name)}
      </Button>
      {callable ? (
        <span className="inline-flex items-center gap-1 text-muted text-xs max-sm:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      ) : (
        decision.kind !== 'asking' && <Refused>This agent may not call it.</Refused>
      )}
    </div>
  );
}

function label(asks: boolean, approved: boolean, name: string): string {
  if (asks) return 'Ask for approval';
  return approved ? 'Call with the approval' : `Call ${name}`;
}
