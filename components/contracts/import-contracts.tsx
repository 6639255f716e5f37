'use client';

import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import type { ContractPlan } from '@/lib/schemas/contract';
import { PlanTable } from './plan-table';
import { textOfFiles } from './text-of-files';

type ApplyInput = { text: string; reason: string; dry_run: boolean; plan?: string };
type Failure = { code: string; message: string; fieldErrors?: Record<string, string> };
type Answer = { ok: true; data: ContractPlan } | { ok: false; error: Failure };

type Props = { onApply: (input: ApplyInput) => Promise<Answer> };
type Doing = 'looking' | 'applying' | null;

/** Paste or choose contracts, see what they would change, and change exactly that. */
export function ImportContracts({ onApply }: Props) {
  const { refresh } = useNavigation();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [plan, setPlan] = useState<ContractPlan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [doing, setDoing] = useState<Doing>(null);
  const letGo = useUnsaved(text !== '' && plan?.dry_run !== false);

  function change(next: string) {
    setText(next);
    setPlan(null);
    setFailure(null);
  }

  async function run(dryRun: boolean) {
    setDoing(dryRun ? 'looking' : 'applying');
    const known = plan && !dryRun ? { plan: plan.plan } : {};
    const answer = await onApply({ text, reason, dry_run: dryRun, ...known }).catch(() => null);
    setDoing(null);
    if (!answer?.ok) {
      setPlan(null);
      return setFailure(
        answer?.error ?? { code: '', message: 'Capstan did not answer. Try again.' },
      );
    }
    setFailure(null);
    setPlan(answer.data);
    if (dryRun) return;
    letGo();
    notify.success('Applied', { description: 'Every document is in the catalog now.' });
    refresh();
  }

  return (
    <div className="grid min-w-0 gap-4">
      <Card title="Contracts" description="One or more YAML documents, with --- between them.">
        <div className="grid gap-3">
          <Field
            label="YAML"
            hint={<ChooseFiles onText={change} />}
            error={failure?.code === 'VALIDATION' ? fieldText(failure) : null}
          >
            <Textarea
              rows={12}
              spellCheck={false}
              value={text}
              className="font-mono text-xs leading-5"
              placeholder={PLACEHOLDER}
              onChange={(event) => change(event.target.value)}
            />
          </Field>
          <Field label="Reason" hint="Kept with the change requests this opens.">
            <Input value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <div>
            <Button
              variant={plan ? 'secondary' : 'primary'}
              disabled={text.trim() === ''}
              pending={doing === 'looking'}
              onClick={() => run(true)}
            >
              Show what it changes
            </Button>
          </div>
        </div>
      </Card>
      {failure && failure.code !== 'VALIDATION' && (
        <Callout tone="danger" title="Nothing was changed">
          {failure.message}
        </Callout>
      )}
      {plan && <PlanCard plan={plan} pending={doing === 'applying'} onApply={() => run(false)} />}
    </div>
  );
}

const PLACEHOLDER = `api_version: capstan/v1
kind: Capability
id: cloudrun.service.list
type: REST_TOOL
owner: platform
description: Lists the services of one project. Changes nothing.`;

function fieldText(failure: Failure): string {
  const lines = Object.entries(failure.fieldErrors ?? {});
  if (lines.length === 0) return failure.message;
  return lines
    .map(([path, message]) => `${path.replace('documents.', 'Document ')}: ${message}`)
    .join(' · ');
}

function ChooseFiles({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button size="sm" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Choose files
      </Button>
      <span>or paste them above; 4 MB at most.</span>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept=".yaml,.yml,application/yaml"
        aria-label="Contract files"
        className="sr-only"
        tabIndex={-1}
        onChange={async (event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          const read = await textOfFiles(files);
          if (read.ok) onText(read.text);
          else notify.error(read.problem);
        }}
      />
    </span>
  );
}

function PlanCard(props: { plan: ContractPlan; pending: boolean; onApply: () => void }) {
  const { plan } = props;
  const { create, update, prune, refused, unchanged, review } = plan.summary;
  const changes = create + update + prune;
  const counts = [
    [create, plan.dry_run ? 'to create' : 'created'],
    [update, plan.dry_run ? 'to change' : 'changed'],
    [unchanged, 'unchanged'],
    [refused, 'refused'],
    [review, plan.dry_run ? 'for a second person' : 'wait for a second person'],
  ] as const;
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return (
    <Card
      flush
      title={plan.dry_run ? 'What it changes' : 'What was changed'}
      description={shown.join(' · ')}
      action={
        plan.dry_run &&
        changes > 0 && (
          <Button
            variant="primary"
            pending={props.pending}
            disabled={refused > 0}
            title={refused > 0 ? 'Nothing is applied while a document is refused.' : undefined}
            onClick={props.onApply}
          >
            Apply {changes} {changes === 1 ? 'change' : 'changes'}
          </Button>
        )
      }
    >
      {plan.dry_run && changes + refused === 0 && (
        <p className="px-4 pb-3 text-muted text-table">
          The catalog says all of this already; there is nothing to apply.
        </p>
      )}
      <PlanTable documents={plan.documents} />
    </Card>
  );
}
