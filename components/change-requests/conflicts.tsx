'use client';

import { useState } from 'react';
import { JsonEditor } from '@/components/catalog/json-editor';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import { useNavigation } from '@/components/ui/navigation';
import { notify } from '@/components/ui/toast';
import { useSubmit } from '@/components/ui/use-submit';
import { isJsonObject, type Json } from '@/lib/core/shared/json';
import type { ChangeRequestView } from '@/lib/schemas/catalog-views';
import type { ActionAnswer } from '../capabilities/types';

type Conflict = ChangeRequestView['conflicts'][number];
export type EditRequest = (input: {
  change_request_id: string;
  row_version: number;
  take?: Record<string, 'mine' | 'theirs'>;
  changes?: Record<string, Json>;
}) => Promise<ActionAnswer>;

type Props = { view: ChangeRequestView; onEdit: EditRequest };

/** Fields that both sides changed, three ways; each is settled by an act of an author. */
export function Conflicts({ view, onEdit }: Props) {
  const { conflicts, request, may } = view;
  const { refresh } = useNavigation();
  const edit = useSubmit(onEdit, {
    onDone: () => {
      notify.success('Settled; it is decided again');
      refresh();
    },
  });
  if (conflicts.length === 0) return null;
  const key = { change_request_id: request.id, row_version: request.row_version };
  const rewritable = request.kind === 'edit' || request.kind === 'publish';
  return (
    <Card
      title="It changed since this was proposed"
      description={
        may.edit
          ? 'Settle each field. Whoever does is an author then, and approvals given so far are revoked.'
          : 'Its owner settles each field; then it is decided again.'
      }
    >
      <div className="grid gap-4">
        {edit.error && <Callout tone="danger">{edit.error}</Callout>}
        {conflicts.map((conflict) => (
          <section key={conflict.field} className="grid min-w-0 gap-2">
            <h3 className="font-medium text-table">{conflict.field.replaceAll('_', ' ')}</h3>
            <div className="grid min-w-0 gap-2 md:grid-cols-3">
              <Value label="When it was proposed" value={conflict.base} />
              <Value label="Now" value={conflict.now} />
              <Value label="Proposed" value={conflict.proposed} />
            </div>
            {may.edit && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  pending={edit.pending}
                  onClick={() => edit.submit({ ...key, take: { [conflict.field]: 'mine' } })}
                >
                  Keep the proposal
                </Button>
                <Button
                  size="sm"
                  pending={edit.pending}
                  onClick={() => edit.submit({ ...key, take: { [conflict.field]: 'theirs' } })}
                >
                  Keep what is there now
                </Button>
                {rewritable && (
                  <WriteAnew
                    conflict={conflict}
                    pending={edit.pending}
                    onWrite={(value) => {
                      const asked = isJsonObject(request.payload.changes)
                        ? request.payload.changes
                        : {};
                      edit.submit({ ...key, changes: { ...asked, [conflict.field]: value } });
                    }}
                  />
                )}
              </div>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

function Value({ label, value }: { label: string; value: Json }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className="min-w-0 rounded-md border bg-subtle">
      <p className="border-b px-3 py-1 text-muted text-xs">{label}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-auto whitespace-pre-wrap break-words px-3 py-2 font-mono text-xs leading-5"
      >
        {value === null ? 'Nothing' : text}
      </pre>
    </div>
  );
}

function WriteAnew(props: {
  conflict: Conflict;
  pending: boolean;
  onWrite: (value: Json) => void;
}) {
  const { field, proposed } = props.conflict;
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState<Json>(proposed);
  const label = field.replaceAll('_', ' ');
  return (
    <FormDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="sm">Write anew</Button>}
      title={`Write ${label} anew`}
      description="It is proposed against what is there now."
      submitLabel="Propose this"
      pending={props.pending}
      onSubmit={() => {
        props.onWrite(value);
        setOpen(false);
      }}
    >
      {typeof proposed === 'string' ? (
        <Field label="Text">
          <Textarea
            rows={6}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      ) : (
        <JsonEditor
          label="Value"
          rows={10}
          value={value}
          onChange={(one) => setValue(one ?? null)}
        />
      )}
    </FormDialog>
  );
}
