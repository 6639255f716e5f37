'use client';

import { useState, useTransition } from 'react';
import type { ActionAnswer } from '@/components/capabilities/types';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Combobox } from '@/components/ui/combobox';
import { Dialog, DialogClose, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { type Option, Select } from '@/components/ui/select';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import type { DeprecationBody, DeprecationReport } from '@/lib/schemas/deprecation';
import { DeprecationReportView } from './deprecation-report';
import { type MappingRow, toMapping } from './mapping';
import { MappingEditor } from './mapping-editor';

type Plan = Pick<DeprecationBody, 'replacement' | 'argument_mapping'> & {
  capability_id: string;
  major?: number;
};
export type DeprecateInput = Plan & { disable_at: string; migration_note: string };

export type EndActions = {
  onDeprecate: (
    input: DeprecateInput,
  ) => Promise<ActionAnswer<{ change_request: { id: string } | null }>>;
  onTryEnd: (input: Plan) => Promise<ActionAnswer<DeprecationReport>>;
  onSearch: (query: string) => Promise<readonly Option[]>;
};

type Props = EndActions & {
  view: CapabilityView;
  /** What ends: a major, or null for the whole capability. Undefined: the dialog is closed. */
  ending: number | null | undefined;
  onClose: () => void;
};

const FIELDS = [
  'deprecation.disable_at',
  'disable_at',
  'deprecation.replacement',
  'migration_note',
];

/** Proposes an end: when, what replaces it, how old arguments become new ones, tried on real calls. */
export function DeprecationDialog(props: Props) {
  const { view, ending, onClose } = props;
  return (
    <Dialog open={ending !== undefined} onOpenChange={(open) => !open && onClose()}>
      {ending !== undefined && (
        <Content key={String(ending)} {...props} ending={ending} view={view} />
      )}
    </Dialog>
  );
}

function Content({ view, ending, onClose, ...actions }: Props & { ending: number | null }) {
  const { push } = useNavigation();
  const { capability } = view;
  const [at, setAt] = useState('');
  const [replacement, setReplacement] = useState<string | null>(
    ending === null ? null : capability.id,
  );
  const later = view.majors.items
    .filter((one) => one.state === 'live' && one.version && one.major > (ending ?? 0))
    .map((one) => one.major);
  const [major, setMajor] = useState<number | undefined>(ending === null ? undefined : later[0]);
  const [rows, setRows] = useState<MappingRow[]>([]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const save = useSubmit(actions.onDeprecate, {
    fields: FIELDS,
    onDone: ({ change_request }) => {
      notify.success('Change request made');
      onClose();
      if (change_request) push(`/change-requests/${change_request.id}`);
    },
  });
  const isItself = replacement === capability.id;
  const plan: Plan = {
    capability_id: capability.id,
    ...(ending === null ? {} : { major: ending }),
    replacement: replacement
      ? { capability_id: replacement, ...(isItself && major ? { major } : {}) }
      : null,
    argument_mapping: toMapping(replacement ? rows : []),
  };
  const agents = hit(view, ending);
  function submit() {
    setMissing(at === '');
    if (at === '') return;
    save.submit({ ...plan, disable_at: new Date(at).toISOString(), migration_note: note });
  }
  return (
    <DialogContent
      size="lg"
      title={ending === null ? `Deprecate ${capability.name}` : `End major ${ending}`}
      description="Somebody else approves it first. Then agents keep using it until it ends, and are told at every call."
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" pending={save.pending} onClick={submit}>
            {`Propose end for ${agents} ${agents === 1 ? 'agent' : 'agents'}`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Impact view={view} agents={agents} />
        {save.error && <Callout tone="danger">{save.error}</Callout>}
        <Field
          label="Ends at"
          required
          hint="In your time. From then on calls are denied, by the clock."
          error={
            missing
              ? 'Choose the day and time at which it ends.'
              : (save.at('deprecation.disable_at') ?? save.at('disable_at'))
          }
        >
          <Input
            type="datetime-local"
            step={1}
            className="w-60 max-w-full"
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Field
            label="Replacement"
            hint="A capability in production, or a later major of this one."
            error={save.at('deprecation.replacement')}
          >
            <Combobox
              clearable
              options={
                ending === null
                  ? []
                  : [{ value: capability.id, label: capability.id, hint: 'this one' }]
              }
              value={replacement}
              {...(replacement ? { selectedLabel: replacement } : {})}
              placeholder="None"
              searchPlaceholder="Id or name"
              onSearch={actions.onSearch}
              onValueChange={setReplacement}
            />
          </Field>
          {isItself && later.length > 0 && (
            <Field label="Major">
              <Select
                value={String(major ?? '')}
                options={later.map((one) => ({ value: String(one), label: `Major ${one}` }))}
                onValueChange={(value) => setMajor(Number(value))}
              />
            </Field>
          )}
        </div>
        {replacement && (
          <fieldset className="grid min-w-0 gap-2">
            <legend className="mb-1.5 font-medium text-table">Arguments</legend>
            <p className="text-muted text-xs">
              How calls of the old one become calls of the new one. Who calls after the end is shown
              its own arguments, mapped. What is not named stays as it is.
            </p>
            <MappingEditor rows={rows} onChange={setRows} />
            <TryOut plan={plan} onTry={actions.onTryEnd} />
          </fieldset>
        )}
        <Field
          label="Migration note"
          hint="What owners of agents have to do. They read it, and so does who calls after the end."
        >
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </div>
    </DialogContent>
  );
}

function hit(view: CapabilityView, ending: number | null): number {
  if (ending === null) return Math.max(view.calls.agents, view.majors.agents.length);
  return view.majors.items.find((one) => one.major === ending)?.agents ?? 0;
}

function Impact({ view, agents }: { view: CapabilityView; agents: number }) {
  return (
    <ul className="grid gap-1 rounded-lg border bg-subtle p-3 text-table">
      <li>{agents === 1 ? '1 agent is on it' : `${agents} agents are on it`}</li>
      <li>{view.calls.calls24h.toLocaleString('en')} calls of the capability in 24 h</li>
      <li>{view.access.length} grants reach it</li>
    </ul>
  );
}

function TryOut({ plan, onTry }: { plan: Plan; onTry: EndActions['onTryEnd'] }) {
  const [pending, start] = useTransition();
  const [report, setReport] = useState<DeprecationReport | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function run() {
    start(async () => {
      const answer = await onTry(plan).catch(() => null);
      if (answer?.ok) {
        setReport(answer.data);
        setProblem(null);
      } else setProblem(answer?.error.message ?? 'It could not be tried just now.');
    });
  }
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <Button size="sm" type="button" pending={pending} onClick={run}>
          Try on recorded calls
        </Button>
      </div>
      {problem && <Callout tone="danger">{problem}</Callout>}
      {report && <DeprecationReportView report={report} />}
    </div>
  );
}
