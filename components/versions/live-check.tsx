'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Spinner } from '@/components/ui/spinner';
import type { VersionCheck } from '@/lib/schemas/versions';
import { VersionAdvice } from './version-advice';

type Contract = Record<string, unknown>;
export type OnCheck = (input: {
  capability_id: string;
  body: Contract;
}) => Promise<{ ok: true; data: VersionCheck } | { ok: false; error: { message: string } }>;

const PAUSE_MS = 600;

/** While the contract is typed: what saving would make of the version, and who is hit. */
export function LiveCheck(props: {
  id: string;
  contract: Contract;
  onCheck: OnCheck;
  /** Shown where a new version would be made. */
  children?: ReactNode;
}) {
  const { id, onCheck } = props;
  const text = JSON.stringify(props.contract);
  const [seen, setSeen] = useState<{ text: string; check?: VersionCheck; problem?: string }>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await onCheck({ capability_id: id, body: JSON.parse(text) }).catch(() => null);
      if (!current) return;
      if (answer?.ok) setSeen({ text, check: answer.data });
      else setSeen({ text, problem: answer?.error.message ?? 'It could not be checked just now.' });
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, text, onCheck]);
  return (
    <Card
      title="What this becomes"
      description="Checked against the version in force and the calls on record."
      action={<span aria-live="polite">{seen?.text !== text && <Spinner />}</span>}
    >
      {seen?.problem && <Callout tone="warning">{seen.problem}</Callout>}
      {seen?.check ? (
        <div className="grid gap-4">
          <VersionAdvice check={seen.check} />
          {seen.check.advice.bump !== 'none' && props.children}
        </div>
      ) : (
        !seen?.problem && <p className="text-muted text-table">Checking…</p>
      )}
    </Card>
  );
}
