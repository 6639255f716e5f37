'use client';

import { ChevronDown, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Combobox } from '@/components/ui/combobox';
import { Field } from '@/components/ui/field';
import { submitByKey, Textarea } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { Knobs } from './knobs';
import { countKnobs, type PlaygroundParams } from './params';
import type { Choice, SetParams } from './types';

type Props = {
  params: PlaygroundParams;
  agentId: string | null;
  set: SetParams;
  agents: readonly Choice[];
  profiles: readonly Choice[];
  providers: readonly Choice[];
  pending: boolean;
  onRun: () => void;
};

/** The question: a sentence, as whom, and the knobs. Ctrl or Cmd with Enter runs it. */
export function QueryForm(props: Props) {
  const { params, agentId, set, agents, pending, onRun } = props;
  const [open, setOpen] = useState(false);
  const knobs = countKnobs(params);
  return (
    <form
      className="grid gap-4 rounded-lg border bg-raised p-4"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
      onKeyDown={submitByKey}
    >
      <Field label="What the agent wants to do">
        <Textarea
          rows={4}
          maxLength={4000}
          placeholder="Will it rain in Bern this week?"
          value={params.q}
          onChange={(event) => set({ q: event.target.value })}
        />
      </Field>
      <Field label="As agent">
        <Combobox
          value={agentId}
          placeholder="Choose an agent"
          options={agents}
          onValueChange={(agent) => set({ agent })}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={pending} disabled={agentId === null}>
          <Play aria-hidden />
          Resolve
        </Button>
        <span className="inline-flex items-center gap-1 max-sm:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <Button
          variant="ghost"
          className="ml-auto lg:hidden"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Knobs{knobs > 0 ? ` (${knobs})` : ''}
          <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
      <div className={cn('border-t pt-4', !open && 'max-lg:hidden')}>
        <Knobs params={params} set={set} profiles={props.profiles} providers={props.providers} />
      </div>
    </form>
  );
}
