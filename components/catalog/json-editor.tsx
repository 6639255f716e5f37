'use client';

import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import type { Json } from '@/lib/core/shared/json';
import { canonicalText, parseJsonText } from './json-text';

type JsonEditorProps = {
  label: string;
  value: Json | undefined;
  /** Called only with text that parses; undefined when the text is empty. */
  onChange: (value: Json | undefined) => void;
  hint?: string | null | undefined;
  error?: string | null | undefined;
  required?: boolean;
  /** The root must be an object. */
  objectOnly?: boolean;
  rows?: number;
  disabled?: boolean;
  anchor?: string;
};

/** JSON as text. Half-typed text stays as it is; what is wrong with it stands below. */
export function JsonEditor(props: JsonEditorProps) {
  const { value, objectOnly } = props;
  const [text, setText] = useState(() => canonicalText(value));
  const [sent, setSent] = useState(value);
  // The value changed elsewhere: show that, not the old text.
  if (value !== sent) {
    setSent(value);
    setText(canonicalText(value));
  }
  const parsed = parseJsonText(text, objectOnly ?? false);
  return (
    <Field
      anchor={props.anchor}
      label={props.label}
      hint={props.hint}
      error={parsed.ok ? props.error : parsed.problem}
      required={props.required ?? false}
    >
      <Textarea
        rows={props.rows ?? 3}
        spellCheck={false}
        value={text}
        disabled={props.disabled}
        className="font-mono text-xs leading-5"
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const result = parseJsonText(next, objectOnly ?? false);
          if (!result.ok) return;
          setSent(result.value);
          props.onChange(result.value);
        }}
      />
    </Field>
  );
}
