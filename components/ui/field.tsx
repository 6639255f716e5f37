'use client';

import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './cn';
import { Label } from './label';

type FieldState = {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};

const FieldContext = createContext<FieldState | null>(null);

export type FieldProps = {
  label: ReactNode;
  /** What to enter and why; shown under the control. */
  hint?: ReactNode;
  /** Shown instead of nothing; marks the control invalid and is read out. */
  error?: string | readonly string[] | null;
  required?: boolean;
  /** Beside the label, at the right: a link or a counter. */
  aside?: ReactNode;
  /** Makes it a place that an address can end in. */
  anchor?: string | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * Label, control, hint and error, wired by id. Any control of the kit inside picks up `id`,
 * `aria-describedby`, `aria-invalid` and `required`.
 *
 * @example <Field label="Name" hint="As people say it" error={errors.name}><Input name="name" /></Field>
 */
export function Field(props: FieldProps) {
  const { label, hint, error, required, aside, anchor, className, children } = props;
  const id = useId();
  const message = typeof error === 'string' ? error : error?.join(' ');
  const described = [hint ? `${id}-hint` : '', message ? `${id}-error` : ''].filter(Boolean);
  const state: FieldState = {
    id,
    labelId: `${id}-label`,
    describedBy: described.length > 0 ? described.join(' ') : undefined,
    invalid: Boolean(message),
    required: required ?? false,
  };
  return (
    <FieldContext.Provider value={state}>
      <div id={anchor} className={cn('grid min-w-0 scroll-mt-20 content-start gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-2">
          <Label id={state.labelId} htmlFor={id} required={required}>
            {label}
          </Label>
          {aside && <div className="text-muted text-xs">{aside}</div>}
        </div>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-xs">
            {hint}
          </p>
        )}
        <FieldError id={`${id}-error`} message={message} />
      </div>
    </FieldContext.Provider>
  );
}

function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} role="alert" className="flex items-start gap-1 text-danger-text text-xs">
      <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      {message}
    </p>
  );
}

type ControlProps = {
  id?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: React.AriaAttributes['aria-invalid'];
};

/** The attributes a control takes from the field around it; its own win. */
export function useFieldControl(own: ControlProps): ControlProps & { labelId: string | undefined } {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    labelId: field?.labelId,
    required: own.required ?? (field?.required || undefined),
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  };
}
