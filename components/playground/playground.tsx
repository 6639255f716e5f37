'use client';

import { useQueryStates } from 'nuqs';
import { useEffect, useRef, useState, useTransition } from 'react';
import { Callout } from '@/components/ui/callout';
import { cn } from '@/components/ui/cn';
import type { Inspection } from '@/lib/schemas/playground';
import { ModelReceives } from './model-receives';
import { asksSomething, playgroundParams, toRequest } from './params';
import { QueryForm } from './query-form';
import { ReceiptCard } from './receipt-card';
import { NothingAsked, Results, ResultsSkeleton } from './results';
import type { Choice, OnInspect, OnSaveCase } from './types';

type Props = {
  agents: readonly Choice[];
  profiles: readonly Choice[];
  providers: readonly Choice[];
  /** What the address names as receipt, or why it cannot be shown. */
  receipt: { view: Inspection } | { problem: string } | null;
  onInspect: OnInspect;
  onSave: OnSaveCase;
};

/** A sample query as any agent, from the inside. The address is the query: opening a link runs it. */
export function Playground(props: Props) {
  const { agents, receipt, onInspect } = props;
  const [params, setParams] = useQueryStates(playgroundParams);
  const [run, setRun] = useState<Inspection | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const agentId = params.agent ?? agents[0]?.value ?? null;

  function resolve() {
    if (agentId === null || pending) return;
    void setParams({ agent: agentId });
    start(async () => {
      const result = await onInspect(toRequest(params, agentId)).catch(() => null);
      setProblem(
        result?.ok ? null : (result?.error.message ?? 'Capstan did not answer. Try again.'),
      );
      setRun(result?.ok ? result.data : null);
    });
  }

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (!params.receipt && params.agent && asksSomething(params)) resolve();
  });

  const stored = params.receipt && receipt && 'view' in receipt ? receipt.view : null;
  const view = stored ?? run;
  const lost = params.receipt && receipt && 'problem' in receipt ? receipt.problem : null;
  const shown = lost || problem ? null : view;
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-[18.5rem_minmax(0,1fr)] lg:items-start 2xl:grid-cols-[19rem_minmax(0,1fr)_23rem]">
      <div className="min-w-0 2xl:sticky 2xl:top-16">
        {stored ? (
          <ReceiptCard
            receipt={stored}
            mayRun={agents.some((agent) => agent.value === stored.agent_id)}
          />
        ) : (
          <QueryForm
            params={params}
            agentId={agentId}
            set={(change) => void setParams({ receipt: null, ...change })}
            agents={agents}
            profiles={props.profiles}
            providers={props.providers}
            pending={pending}
            onRun={resolve}
          />
        )}
      </div>
      <div
        className={cn(
          'grid min-w-0 gap-4',
          shown
            ? 'xl:max-2xl:grid-cols-[minmax(0,1fr)_19rem] xl:max-2xl:items-start 2xl:contents'
            : '2xl:col-span-2',
        )}
      >
        <div className="min-w-0" aria-live="polite" aria-busy={pending}>
          {lost && <Callout tone="warning">{lost}</Callout>}
          {!lost && problem && <Callout tone="danger">{problem}</Callout>}
          {!lost && !problem && <Middle view={view} pending={pending} props={props} />}
        </div>
        {shown && <ModelReceives view={shown} />}
      </div>
    </div>
  );
}

type MiddleProps = { view: Inspection | null; pending: boolean; props: Props };

function Middle({ view, pending, props }: MiddleProps) {
  if (view === null) return pending ? <ResultsSkeleton /> : <NothingAsked />;
  const stored = props.receipt !== null && 'view' in props.receipt && props.receipt.view === view;
  return (
    <div className={pending ? 'opacity-60 transition-opacity' : undefined}>
      <Results view={view} stored={stored} onSave={props.onSave} />
    </div>
  );
}
