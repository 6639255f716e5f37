'use client';

import { useCallback, useEffect, useRef, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link, useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useUnsaved } from '@/components/ui/unsaved';
import { LiveCheck, type OnCheck } from '@/components/versions/live-check';
import { surfaceOf } from '@/lib/core/shared/domain';
import type { CapabilityAnswer, Finding } from '@/lib/schemas/capability-answers';
import type { Gate } from '@/lib/schemas/catalog-views';
import type { OnLint } from './description-lint';
import { ContractFields } from './form-contract-fields';
import { IdentityFields } from './form-identity-fields';
import { PolicyFields } from './form-policy-fields';
import { changedFields, type FormValues, rebase, toContract } from './form-values';
import { LostRace } from './lost-race';
import type { ActionAnswer, Choice } from './types';

export type SavedAnswer = { id: string; waiting: string | null; offeredTo: string | null };

export type FieldsProps = {
  values: FormValues;
  set: <K extends keyof FormValues>(key: K, value: FormValues[K]) => void;
  errors: Record<string, string> | undefined;
  /** What production asks of the stored state; each stands at its field. */
  gates: readonly Gate[];
};

type Props = {
  /** What is stored now; a newer one than the form began with means somebody else saved. */
  stored: FormValues;
  current: Pick<CapabilityAnswer, 'id' | 'status' | 'row_version' | 'limits'> | null;
  teams: Choice[];
  findings: readonly Finding[];
  gates?: readonly Gate[];
  onLint: OnLint;
  onCreate?: (input: ReturnType<typeof toContract>) => Promise<ActionAnswer<{ id: string }>>;
  /** What a change of something live would become; asked while it is typed. */
  onCheck?: OnCheck;
  onUpdate?: (input: {
    capability_id: string;
    changes: Record<string, unknown> & { row_version: number };
  }) => Promise<
    ActionAnswer<{
      capability: { id: string };
      change_request: { id: string } | null;
      ownership_offer?: { to: string } | undefined;
    }>
  >;
};

/** Registers or edits a capability. What was typed survives every error, a lost race too. */
export function CapabilityForm(props: Props) {
  const { stored, current, teams, findings } = props;
  const { push, refresh } = useNavigation();
  const [pending, start] = useTransition();
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(current?.row_version ?? 0);
  const [values, setValues] = useState(stored);
  const [from, setFrom] = useState('');
  const [failure, setFailure] = useState<{ message: string; fields?: Record<string, string> }>();
  const alert = useRef<HTMLDivElement>(null);
  const behind = current !== null && current.row_version !== version;
  const dirty = changedFields(base, values).length > 0;
  const letGo = useUnsaved(dirty);
  const live = current?.status === 'PRODUCTION' || current?.status === 'DEPRECATED';

  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  function set<K extends keyof FormValues>(key: K, value: FormValues[K]) {
    setValues((old) => ({ ...old, [key]: value }));
  }
  async function send(): Promise<ActionAnswer<SavedAnswer>> {
    const contract = toContract(values, current?.limits.max_output_bytes);
    if (!current) {
      const answer = await props.onCreate?.(contract);
      return answer?.ok
        ? { ok: true, data: { id: answer.data.id, waiting: null, offeredTo: null } }
        : failed(answer);
    }
    const { type: _type, id, ...changes } = contract;
    const renamed = id === current.id ? {} : { id };
    const answer = await props.onUpdate?.({
      capability_id: current.id,
      changes: {
        ...changes,
        ...renamed,
        ...(from ? { effective_from: new Date(from).toISOString() } : {}),
        row_version: version,
      },
    });
    if (!answer?.ok) return failed(answer);
    const { capability, change_request, ownership_offer: offer } = answer.data;
    const waiting = change_request?.id ?? null;
    return { ok: true, data: { id: capability.id, waiting, offeredTo: offer?.to ?? null } };
  }
  function save() {
    start(async () => {
      const answer = await send();
      if (!answer.ok) {
        const { message, code, fieldErrors } = answer.error;
        setFailure({ message, ...(fieldErrors ? { fields: fieldErrors } : {}) });
        if (code === 'CONFLICT') refresh();
        return;
      }
      setFailure(undefined);
      const { id, waiting, offeredTo } = answer.data;
      letGo();
      const saved = offeredTo ? `Saved; offered to the team ${offeredTo}` : 'Saved';
      notify.success(waiting ? 'Change request made' : current ? saved : 'Registered as a draft');
      push(waiting ? `/change-requests/${waiting}` : `/capabilities/${id}`);
    });
  }

  const { onLint } = props;
  const { annotations, type } = values;
  const lint = useCallback(
    async (description: string) => {
      const surface = surfaceOf(type);
      const known = current ? { capability_id: current.id } : {};
      const answer = await onLint({ description, surface, annotations, ...known });
      return answer.ok ? answer.data.findings : null;
    },
    [onLint, annotations, type, current],
  );
  const fields: FieldsProps = {
    values,
    set,
    errors: failure?.fields,
    gates: props.gates ?? [],
  };
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div ref={alert} className="grid gap-3 empty:hidden">
        {failure && !behind && <Callout tone="danger">{failure.message}</Callout>}
        {behind && (
          <LostRace
            base={base}
            mine={values}
            theirs={stored}
            onTake={() => {
              setValues(rebase(base, values, stored));
              setBase(stored);
              setVersion(current.row_version);
              setFailure(undefined);
            }}
          />
        )}
        {live && (
          <Callout tone="info">
            This is live: saving makes a change request, and somebody else decides it.
          </Callout>
        )}
        {current?.status === 'REVIEW' && (
          <Callout tone="warning">
            This waits for review: saving revokes approvals given so far, and makes you an author.
          </Callout>
        )}
      </div>
      <IdentityFields
        {...fields}
        teams={teams}
        isNew={current === null}
        idEditable={current === null || current.status === 'DRAFT'}
        findings={findings.filter((finding) => finding.path === 'description')}
        lint={lint}
      />
      <PolicyFields {...fields} />
      <ContractFields {...fields} findings={findings} />
      {live && props.onCheck && (
        <LiveCheck id={current.id} contract={contractOf(values)} onCheck={props.onCheck}>
          <Field
            label="In force from"
            hint="In your time. Leave empty for: as soon as it is approved."
            error={failure?.fields?.effective_from ?? null}
          >
            <Input
              type="datetime-local"
              className="w-60 max-w-full"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          </Field>
        </LiveCheck>
      )}
      <div className="sticky bottom-0 -mx-1 flex items-center justify-end gap-2 border-t bg-background px-1 py-3">
        <Button asChild>
          <Link href={current ? `/capabilities/${current.id}` : '/capabilities'}>Cancel</Link>
        </Button>
        <Button type="submit" variant="primary" pending={pending} disabled={behind || !dirty}>
          {current ? (live ? 'Propose change' : 'Save') : 'Register as draft'}
        </Button>
      </div>
    </form>
  );
}

function contractOf(values: FormValues) {
  const { title, description, input_schema, output_schema, annotations } = values;
  return { title, description, input_schema, output_schema, annotations };
}

function failed(answer: ActionAnswer | undefined): ActionAnswer<SavedAnswer> {
  if (answer && !answer.ok) return answer;
  return { ok: false, error: { code: 'INTERNAL', message: 'It could not be saved; try again.' } };
}
