'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Surface } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { LintItem } from '@/lib/schemas/lint';
import { FindingsList } from './findings-list';
import { MarkedText } from './marked-text';
import type { ActionAnswer } from './types';

export type OnLint = (input: {
  description: string;
  surface: Surface;
  annotations: JsonObject;
  capability_id?: string;
}) => Promise<ActionAnswer<{ findings: LintItem['finding'][] }>>;

type Props = {
  text: string;
  /** What was found in the saved text. */
  saved: readonly Finding[];
  lint: (text: string) => Promise<readonly Finding[] | null>;
  onChange: (text: string) => void;
};

const WAIT_MS = 500;

/** What the lint says of the text as it is typed: where, and what to write instead. */
export function DescriptionLint({ text, saved, lint, onChange }: Props) {
  const [checked, setChecked] = useState({ text, findings: saved });
  const asked = useRef(text);
  useEffect(() => {
    if (asked.current === text) return;
    const timer = setTimeout(async () => {
      asked.current = text;
      const findings = await lint(text);
      if (findings && asked.current === text) setChecked({ text, findings });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, lint]);
  const { findings } = checked;
  if (findings.length === 0) return null;
  const isCurrent = checked.text === text;
  const spans = findings.flatMap((finding) => finding.spans ?? []);
  const removable = findings
    .filter(({ fix }) => fix === 'remove')
    .flatMap((one) => one.spans ?? []);
  return (
    <section aria-label="What the lint says" className="grid gap-2 sm:col-span-2">
      <FindingsList findings={findings} />
      {isCurrent && spans.length > 0 && (
        <div className="rounded-md border bg-subtle px-3 py-2">
          <MarkedText text={text} spans={spans} />
        </div>
      )}
      {isCurrent && removable.length > 0 && (
        <div>
          <Button size="sm" onClick={() => onChange(without(text, removable))}>
            Take out what is marked
          </Button>
        </div>
      )}
    </section>
  );
}

function without(text: string, spans: readonly { start: number; end: number }[]): string {
  const sorted = [...spans].sort((a, b) => b.start - a.start);
  const left = sorted.reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
  return left
    .replace(/(^|[\s(])[,;]\s*/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/ +([,.;:])/g, '$1')
    .trim();
}
