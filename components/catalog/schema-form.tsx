'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { modelOf, normalizePath } from './form-model';
import { JsonEditor } from './json-editor';
import { FormContext, ValueField } from './schema-form-fields';

export type ArgumentError = { path: string; message: string };

type SchemaFormProps = {
  schema: JsonObject;
  /** Controlled: keep it in the page, so that nothing typed is lost. See `initialArguments`. */
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  /** From the server; shown at the field whose path it names, the rest above the form. */
  errors?: readonly ArgumentError[];
  disabled?: boolean;
};

/**
 * A form for the arguments of a call, made from the input schema; any value can be written as JSON
 * instead. It helps to write arguments; whether they are right, the server says.
 *
 * @example
 * const [args, setArgs] = useState(() => initialArguments(schema));
 * <SchemaForm schema={schema} value={args} onChange={setArgs} errors={result.fieldErrors} />
 */
export function SchemaForm({ schema, value, onChange, errors = [], disabled }: SchemaFormProps) {
  const model = useMemo(() => modelOf(schema, schema), [schema]);
  const [json, setJson] = useState(model.kind !== 'object');
  const byPath = useMemo(() => {
    const map = new Map<string, string>();
    for (const error of errors) {
      const path = normalizePath(error.path);
      map.set(path, [map.get(path), error.message].filter(Boolean).join(' '));
    }
    return map;
  }, [errors]);
  const general = byPath.get('');
  const setFromJson = (next: Json | undefined) => onChange(isJsonObject(next) ? next : {});

  return (
    <FormContext.Provider value={{ root: schema, errors: byPath, disabled: disabled ?? false }}>
      <div className="grid gap-4">
        {model.kind === 'object' && model.properties.length > 0 && (
          <div className="flex items-center justify-between gap-2">
            <p className="text-muted text-xs">
              <span aria-hidden className="text-danger-text">
                *
              </span>{' '}
              must be given
            </p>
            <Button size="sm" variant="ghost" aria-pressed={json} onClick={() => setJson(!json)}>
              {json ? 'Fill in a form' : 'Write JSON'}
            </Button>
          </div>
        )}
        {general && <Callout tone="danger">{general}</Callout>}
        {json && errors.length > 0 && !general && (
          <Callout tone="danger">
            {errors.map((error) => `${normalizePath(error.path)}: ${error.message}`).join('; ')}
          </Callout>
        )}
        {json ? (
          <JsonEditor
            label="Arguments"
            value={value}
            onChange={setFromJson}
            rows={10}
            objectOnly
            disabled={disabled ?? false}
          />
        ) : (
          <ValueField
            path=""
            name=""
            schema={schema}
            required
            depth={0}
            value={value}
            onChange={setFromJson}
          />
        )}
      </div>
    </FormContext.Provider>
  );
}
