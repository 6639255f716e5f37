'use client';

import { Plus, X } from 'lucide-react';
import { createContext, useContext, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { emptyOf, type FieldModel, modelOf } from './form-model';
import { JsonEditor } from './json-editor';

type FormState = { root: JsonObject; errors: ReadonlyMap<string, string>; disabled: boolean };

export const FormContext = createContext<FormState>({
  root: {},
  errors: new Map(),
  disabled: false,
});

type FieldProps = {
  path: string;
  name: string;
  required: boolean;
  depth: number;
  value: Json | undefined;
  /** undefined takes the value out of the arguments. */
  onChange: (value: Json | undefined) => void;
};
type ModelProps<K extends FieldModel['kind']> = FieldProps & {
  model: Extract<FieldModel, { kind: K }>;
};

const UNSET = '__unset';

/** The control that fits one schema. */
export function ValueField({ schema, ...props }: FieldProps & { schema: JsonObject }) {
  const { root, errors, disabled } = useContext(FormContext);
  const model = modelOf(root, schema, props.depth);
  switch (model.kind) {
    case 'text':
      return <TextField {...props} model={model} />;
    case 'number':
      return <NumberField {...props} model={model} />;
    case 'boolean':
    case 'enum':
      return <ChoiceField {...props} model={model} />;
    case 'list':
      return <ListField {...props} model={model} />;
    case 'object':
      return <ObjectField {...props} model={model} />;
    case 'json':
      return (
        <JsonEditor
          label={props.name}
          hint={model.description}
          error={errors.get(props.path)}
          required={props.required}
          value={props.value}
          onChange={props.onChange}
          disabled={disabled}
        />
      );
  }
}

function useWiring(props: FieldProps, model: FieldModel) {
  const { errors, disabled } = useContext(FormContext);
  const field = {
    label: <code className="font-mono text-xs">{props.name}</code>,
    hint: model.description,
    error: errors.get(props.path) ?? null,
    required: props.required,
  };
  const fallback = model.schema.default;
  const placeholder = fallback === undefined ? undefined : `Default: ${JSON.stringify(fallback)}`;
  return { field, disabled, placeholder };
}

function TextField(props: ModelProps<'text'>) {
  const { model, value, required, onChange } = props;
  const { field, disabled, placeholder } = useWiring(props, model);
  const control = {
    value: typeof value === 'string' ? value : '',
    disabled,
    placeholder: placeholder ?? model.format ?? undefined,
    spellCheck: false,
    required: false,
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' && !required ? undefined : event.target.value),
  };
  return (
    <Field {...field}>
      {model.long ? <Textarea rows={3} {...control} /> : <Input {...control} />}
    </Field>
  );
}

function NumberField(props: ModelProps<'number'>) {
  const { model, value, onChange } = props;
  const { field, disabled, placeholder } = useWiring(props, model);
  const [text, setText] = useState(typeof value === 'number' ? String(value) : '');
  const number = Number(text);
  const wrong = text.trim() !== '' && !Number.isFinite(number);
  const fraction = model.integer && Number.isFinite(number) && !Number.isInteger(number);
  const problem = wrong ? 'Write a number.' : fraction ? 'Write a whole number.' : field.error;
  return (
    <Field {...field} error={problem}>
      <Input
        inputMode={model.integer ? 'numeric' : 'decimal'}
        value={text}
        disabled={disabled}
        placeholder={placeholder}
        required={false}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          if (next.trim() === '') onChange(undefined);
          else if (Number.isFinite(Number(next))) onChange(Number(next));
        }}
      />
    </Field>
  );
}

/** Also for booleans: "not given" is a third answer that a switch cannot show. */
function ChoiceField(props: ModelProps<'enum' | 'boolean'>) {
  const { model, value, required, onChange } = props;
  const { field, disabled, placeholder } = useWiring(props, model);
  const values: Json[] = model.kind === 'enum' ? model.values : [true, false];
  const index = value === undefined ? -1 : values.indexOf(value);
  const options = values.map((candidate, at) => ({
    value: String(at),
    label:
      typeof candidate === 'string' && candidate !== '' ? candidate : JSON.stringify(candidate),
  }));
  return (
    <Field {...field}>
      <Select
        options={required ? options : [{ value: UNSET, label: 'Not given' }, ...options]}
        value={index < 0 ? '' : String(index)}
        placeholder={placeholder ?? (required ? 'Choose' : 'Not given')}
        disabled={disabled}
        required={false}
        onValueChange={(chosen) => onChange(chosen === UNSET ? undefined : values[Number(chosen)])}
      />
    </Field>
  );
}

function ListField(props: ModelProps<'list'>) {
  const { model, value, path, depth, name, required, onChange } = props;
  const { root, errors, disabled } = useContext(FormContext);
  const entries = Array.isArray(value) ? value : [];
  const set = (next: Json[]) => onChange(next.length === 0 && !required ? undefined : next);
  return (
    <Group name={name} required={required} description={model.description} error={errors.get(path)}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <div key={index} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <ValueField
              path={`${path}/${index}`}
              name={`${name || 'item'}[${index}]`}
              schema={model.items}
              required
              depth={depth + 1}
              value={entry}
              onChange={(next) =>
                set(entries.map((old, at) => (at === index ? (next ?? null) : old)))
              }
            />
          </div>
          <Button
            size="icon"
            variant="ghost"
            aria-label={`Remove ${name}[${index}]`}
            disabled={disabled}
            onClick={() => set(entries.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        className="justify-self-start"
        disabled={disabled}
        onClick={() => set([...entries, emptyOf(modelOf(root, model.items, depth + 1))])}
      >
        <Plus aria-hidden />
        Add to {name || 'the list'}
      </Button>
    </Group>
  );
}

function ObjectField(props: ModelProps<'object'>) {
  const { model, value, path, depth, name, required, onChange } = props;
  const { errors } = useContext(FormContext);
  const object = isJsonObject(value) ? value : {};
  function set(key: string, next: Json | undefined) {
    const { [key]: _, ...others } = object;
    const changed = next === undefined ? others : { ...object, [key]: next };
    onChange(Object.keys(changed).length === 0 && !required ? undefined : changed);
  }
  const fields = model.properties.map((property) => (
    <ValueField
      key={property.name}
      path={`${path}/${property.name}`}
      name={property.name}
      schema={property.schema}
      required={property.required}
      depth={depth + 1}
      value={object[property.name]}
      onChange={(next) => set(property.name, next)}
    />
  ));
  if (depth === 0 && name === '') {
    if (fields.length === 0) return <p className="text-muted text-table">Takes no arguments.</p>;
    return <div className="grid gap-4">{fields}</div>;
  }
  return (
    <Group name={name} required={required} description={model.description} error={errors.get(path)}>
      {fields}
    </Group>
  );
}

type GroupProps = {
  name: string;
  required: boolean;
  description: string | null;
  error: string | undefined;
  children: React.ReactNode;
};

function Group({ name, required, description, error, children }: GroupProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-l pl-3">
      <legend className="float-left mb-1 w-full text-table">
        <code className="font-medium font-mono text-xs">{name}</code>
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-text">
            *
          </span>
        )}
        {description && <span className="block text-muted text-xs">{description}</span>}
      </legend>
      {error && (
        <p role="alert" className="text-danger-text text-xs">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
