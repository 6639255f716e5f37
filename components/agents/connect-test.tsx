'use client';

import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/navigation';

type Outcome =
  | { ok: true; ms: number; ids: string[]; allowed: number }
  | { ok: false; message: string };

/** Makes the call a program would make, through the same door, with the key that was typed. */
export function ConnectTest({ agentId, hasKey }: { agentId: string; hasKey: boolean }) {
  const [key, setKey] = useState('');
  const [query, setQuery] = useState('read a text file');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [pending, start] = useTransition();
  return (
    <Card title="Try it" description="One real discovery. The key stays in this page.">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          start(async () => setOutcome(await discover(key.trim(), query, agentId)));
        }}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <Field label="A key of this agent" required>
            <Input
              type="password"
              autoComplete="off"
              placeholder="cap_agent_…"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          </Field>
          <Field label="What it wants to do" required>
            <Input value={query} onChange={(event) => setQuery(event.target.value)} />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={!key || !query} pending={pending}>
            Discover
          </Button>
          {!hasKey && (
            <Link className="text-accent text-table" href={`/agents/${agentId}?tab=keys`}>
              Make a key first
            </Link>
          )}
        </div>
        <div aria-live="polite">{outcome && <Answer outcome={outcome} />}</div>
      </form>
    </Card>
  );
}

function Answer({ outcome }: { outcome: Outcome }) {
  if (!outcome.ok) return <Callout tone="danger">{outcome.message}</Callout>;
  const { ids, allowed, ms } = outcome;
  if (ids.length === 0) {
    return (
      <Callout tone="warning" title={`It works: answered in ${ms} ms, with nothing`}>
        {allowed === 0
          ? 'This agent may discover nothing yet. Grant it something.'
          : `None of the ${allowed} capabilities it may use fits this sentence.`}
      </Callout>
    );
  }
  return (
    <Callout tone="success" title={`It works: ${ids.length} of ${allowed} allowed, in ${ms} ms`}>
      <ul className="mt-1 grid gap-0.5 font-mono text-xs">
        {ids.map((id) => (
          <li key={id}>{id}</li>
        ))}
      </ul>
    </Callout>
  );
}

async function discover(key: string, query: string, agentId: string): Promise<Outcome> {
  const began = performance.now();
  try {
    const response = await fetch('/api/v1/capabilities/discover', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, agent_id: agentId }),
    });
    const body = await response.json();
    if (!response.ok) return { ok: false, message: body.detail ?? `Status ${response.status}` };
    const ids = (body.capabilities ?? []).map((capability: { id: string }) => capability.id);
    const ms = Math.round(performance.now() - began);
    return { ok: true, ms, ids, allowed: body.stats?.allowed ?? 0 };
  } catch {
    return { ok: false, message: 'Capstan did not answer. Check your connection and try again.' };
  }
}
