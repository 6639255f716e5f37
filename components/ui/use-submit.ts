'use client';

import { useState, useTransition } from 'react';

type Failure = { message: string; fieldErrors?: Record<string, string> };
type Result<T> = { ok: true; data: T } | { ok: false; error: Failure };

export type Submit<I> = {
  submit: (input: I) => void;
  pending: boolean;
  /** What is wrong with the whole; shown when no field shows it. */
  error: string | null;
  /** Message at a field, by its path. */
  at: (path: string) => string | null;
  reset: () => void;
};

/**
 * Runs an action for a form: pending while it runs, errors at their fields, what was typed stays.
 *
 * @param fields paths the form shows errors at; others count as the whole
 * @example const save = useSubmit(updateAgent, { fields: ['name'], onDone: () => refresh() });
 */
export function useSubmit<I, T>(
  action: (input: I) => Promise<Result<T>>,
  options: { fields?: readonly string[]; onDone?: (data: T) => void } = {},
): Submit<I> {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, start] = useTransition();
  const shown = options.fields ?? [];
  const paths = Object.keys(failure?.fieldErrors ?? {});
  const allShown = paths.length > 0 && paths.every((path) => shown.includes(path));
  return {
    submit: (input) =>
      start(async () => {
        const result = await action(input).catch(() => null);
        if (result?.ok) {
          setFailure(null);
          options.onDone?.(result.data);
          return;
        }
        setFailure(result?.error ?? { message: 'Capstan did not answer. Try again.' });
      }),
    pending,
    error: failure && !allShown ? failure.message : null,
    at: (path) => failure?.fieldErrors?.[path] ?? null,
    reset: () => setFailure(null),
  };
}
