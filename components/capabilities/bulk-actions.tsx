'use client';

import { useState, useTransition } from 'react';
import { RISK_OPTIONS } from '@/components/catalog/risk-badge';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Checkbox } from '@/components/ui/checkbox';
import { ChipInput } from '@/components/ui/chip-input';
import { Dialog, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { useNavigation } from '@/components/ui/navigation';
import { Select } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { RISKS, type Risk } from '@/lib/core/shared/domain';
import type { BulkTriageInput } from '@/lib/schemas/capabilities';
import type { CapabilityRow } from '@/lib/schemas/capability-answers';
import type { ActionAnswer, Choice } from './types';

export type BulkAnswer = {
  done: number;
  failed: number;
  results: { id: string; ok: boolean; outcome?: string; message?: string }[];
};

type Props = {
  rows: CapabilityRow[];
  teams: Choice[];
  onBulk: (input: BulkTriageInput) => Promise<ActionAnswer<BulkAnswer>>;
  onDone: () => void;
};

/** Edit, submit or dismiss the chosen rows. What could not be done is listed with its reason. */
export function BulkActions({ rows, teams, onBulk, onDone }: Props) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const [failed, setFailed] = useState<BulkAnswer | null>(null);
  const ids = rows.map((row) => row.id);
  const drafts = rows.filter((row) => row.status === 'DRAFT' && !row.dismissed);
  const dismissed = rows.filter((row) => row.dismissed);

  function run(input: BulkTriageInput, verb: string, undo?: BulkTriageInput) {
    start(async () => {
      const answer = await onBulk(input);
      if (!answer.ok) return void notify.error(answer.error.message);
      const { done } = answer.data;
      if (done > 0) {
        const taken = undo ? { undo: () => run(undo, 'Taken back') } : {};
        notify.success(`${verb} ${done}`, taken);
      }
      setFailed(answer.data.failed > 0 ? answer.data : null);
      if (answer.data.failed === 0) onDone();
      refresh();
    });
  }

  return (
    <>
      <EditDialog
        count={ids.length}
        teams={teams}
        pending={pending}
        onSave={(edit) => run({ act: 'edit', ids, ...edit }, 'Changed')}
      />
      <Button
        size="sm"
        variant="primary"
        pending={pending}
        disabled={drafts.length === 0}
        title={drafts.length === 0 ? 'Only drafts can be submitted.' : undefined}
        onClick={() =>
          run({ act: 'submit', ids: drafts.map((row) => row.id), reason: '' }, 'Submitted')
        }
      >
        Submit {drafts.length || ''}
      </Button>
      {dismissed.length > 0 && (
        <Button
          size="sm"
          pending={pending}
          onClick={() =>
            run({ act: 'undismiss', ids: dismissed.map((row) => row.id) }, 'Taken back')
          }
        >
          Take back {dismissed.length}
        </Button>
      )}
      <Button
        size="sm"
        pending={pending}
        disabled={drafts.length === 0}
        title={drafts.length === 0 ? 'Only drafts can be dismissed.' : undefined}
        onClick={() => {
          const chosen = drafts.map((row) => row.id);
          run({ act: 'dismiss', ids: chosen, reason: '' }, 'Dismissed', {
            act: 'undismiss',
            ids: chosen,
          });
        }}
      >
        Dismiss {drafts.length || ''}
      </Button>
      <Failures answer={failed} onClose={() => setFailed(null)} />
    </>
  );
}

type Edit = Omit<Extract<BulkTriageInput, { act: 'edit' }>, 'act' | 'ids'>;

function EditDialog(props: {
  count: number;
  teams: Choice[];
  pending: boolean;
  onSave: (edit: Edit) => void;
}) {
  const [open, setOpen] = useState(false);
  const [owner, setOwner] = useState<string>();
  const [risk, setRisk] = useState<Risk>();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const [noScopes, setNoScopes] = useState(false);
  const nothing = !owner && !risk && add.length + remove.length === 0 && !noScopes;
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" pending={props.pending}>
          Edit
        </Button>
      }
      size="sm"
      title={`Edit ${props.count} ${props.count === 1 ? 'capability' : 'capabilities'}`}
      description="Only what you fill in changes. What is in production gets a change request instead."
      submitLabel={`Change ${props.count}`}
      pending={props.pending}
      disabled={nothing}
      onSubmit={() => {
        props.onSave({
          ...(owner ? { owner } : {}),
          ...(risk ? { risk } : {}),
          add_tags: add,
          remove_tags: remove,
          ...(noScopes ? { scopes_none: true } : {}),
        });
        setOpen(false);
      }}
    >
      <Field label="Owner">
        <Select
          options={props.teams}
          {...(owner ? { value: owner } : {})}
          onValueChange={setOwner}
          placeholder="Leave as it is"
        />
      </Field>
      <Field label="Risk">
        <Select
          options={RISK_OPTIONS}
          {...(risk ? { value: risk } : {})}
          onValueChange={(value) => setRisk(RISKS.find((one) => one === value))}
          placeholder="Leave as it is"
        />
      </Field>
      <Field label="Add tags">
        <ChipInput value={add} onValueChange={setAdd} normalize={(text) => text.toLowerCase()} />
      </Field>
      <Field label="Remove tags">
        <ChipInput
          value={remove}
          onValueChange={setRemove}
          normalize={(text) => text.toLowerCase()}
        />
      </Field>
      <Checkbox
        label="Calls need no scope"
        hint="Says so for all of them; scopes listed so far go."
        checked={noScopes}
        onCheckedChange={(checked) => setNoScopes(checked === true)}
      />
    </FormDialog>
  );
}

function Failures({ answer, onClose }: { answer: BulkAnswer | null; onClose: () => void }) {
  const failures = answer?.results.filter((result) => !result.ok) ?? [];
  return (
    <Dialog open={answer !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`${failures.length} could not be done`}
        description={`${answer?.done ?? 0} were done. The others are as they were.`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <ul className="grid gap-2">
          {failures.map((failure) => (
            <li key={failure.id}>
              <Callout tone="warning" title={<code className="text-xs">{failure.id}</code>}>
                {failure.message}
              </Callout>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
