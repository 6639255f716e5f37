'use client';

import { TYPE_LOOK } from '@/components/catalog/type-icon';
import { Card } from '@/components/ui/card';
import { ChipInput } from '@/components/ui/chip-input';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { CAPABILITY_TYPES } from '@/lib/core/shared/domain';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { FieldsProps } from './capability-form';
import { DescriptionLint } from './description-lint';
import { errorOf } from './form-values';
import { GatesAt } from './gates-at';
import type { Choice } from './types';

type Props = FieldsProps & {
  teams: Choice[];
  isNew: boolean;
  idEditable: boolean;
  findings: readonly Finding[];
  lint: (text: string) => Promise<readonly Finding[] | null>;
};

export function IdentityFields(props: Props) {
  const { values, set, errors, teams, isNew, idEditable, findings, lint, gates } = props;
  return (
    <Card title="What it is">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required error={errorOf(errors, 'name')} hint="As people say it.">
          <Input value={values.name} onChange={(event) => set('name', event.target.value)} />
        </Field>
        <Field
          label="Id"
          required
          error={errorOf(errors, 'id')}
          hint={
            idEditable
              ? 'Words joined by dots, such as cloudrun.service.delete. Never used twice; fixed once submitted.'
              : 'Fixed: it was submitted.'
          }
        >
          <Input
            value={values.id}
            disabled={!idEditable}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-xs"
            onChange={(event) => set('id', event.target.value.trim())}
          />
        </Field>
        <Field label="Type" required>
          <Select
            value={values.type}
            disabled={!isNew}
            options={CAPABILITY_TYPES.map((value) => ({ value, label: TYPE_LOOK[value].label }))}
            onValueChange={(value) =>
              set('type', CAPABILITY_TYPES.find((type) => type === value) ?? values.type)
            }
          />
        </Field>
        <Field
          anchor="owner"
          label="Owner"
          required
          error={errorOf(errors, 'owner')}
          hint={
            isNew
              ? 'The team that answers for it.'
              : 'The team that answers for it. Another one is offered it, and owns it once it agrees.'
          }
        >
          <Select
            {...(values.owner ? { value: values.owner } : {})}
            options={withCurrent(teams, values.owner)}
            placeholder="Choose a team"
            onValueChange={(value) => set('owner', value)}
          />
        </Field>
        <GatesAt gates={gates} field="owner" />
        <Field
          anchor="description"
          label="Description"
          className="sm:col-span-2"
          error={errorOf(errors, 'description')}
          hint="Models choose by this text: a verb, what it works on, and what it changes."
          aside={`${values.description.length.toLocaleString('en')} / 1,024`}
        >
          <Textarea
            rows={4}
            value={values.description}
            onChange={(event) => set('description', event.target.value)}
          />
        </Field>
        <GatesAt gates={gates} field="description" />
        <DescriptionLint
          text={values.description}
          saved={findings}
          lint={lint}
          onChange={(text) => set('description', text)}
        />
        <Field
          label="Title"
          error={errorOf(errors, 'title')}
          hint="A short heading, if it has one."
        >
          <Input value={values.title} onChange={(event) => set('title', event.target.value)} />
        </Field>
        <Field
          label="Tags"
          error={errorOf(errors, 'tags')}
          hint="Grants and profiles can name them."
        >
          <ChipInput
            value={values.tags}
            onValueChange={(tags) => set('tags', tags)}
            normalize={(text) => text.toLowerCase()}
          />
        </Field>
      </div>
    </Card>
  );
}

/** The present owner stays choosable, even when it is a team the person is not in. */
function withCurrent(teams: Choice[], owner: string): Choice[] {
  if (!owner || teams.some((team) => team.value === owner)) return teams;
  return [{ value: owner, label: owner }, ...teams];
}
