'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card } from '@/components/ui/card';
import { Input } from '@/components/ui/input';
import { TextLink } from '@/components/ui/text-link';
import type { InspectedHidden } from '@/lib/schemas/playground';
import { groupHidden } from './view-model';

const STEP = 10;

type Props = { hidden: readonly InspectedHidden[] | null; total: number | null };

/** Why everything else is not in the answer; for admins, because it names what agents may not know. */
export function HiddenList({ hidden, total }: Props) {
  const [text, setText] = useState('');
  if (hidden === null) {
    return (
      <div id="why" className="scroll-mt-20">
        <Callout tone="neutral" title="Why others are hidden">
          <p className="text-table">
            You see what the agent sees. What is hidden from it, and why, is for admins of this
            tenant: it names capabilities the agent may not know of.
          </p>
        </Callout>
      </div>
    );
  }
  const wanted = text.trim().toLowerCase();
  const shown = wanted ? hidden.filter((item) => item.id.includes(wanted)) : hidden;
  return (
    <Card
      title="Why others are hidden"
      description={describe(hidden.length, total)}
      action={
        hidden.length > STEP && (
          <Input
            aria-label="Find a hidden capability"
            placeholder="Find a capability"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-7 w-44 text-table"
          />
        )
      }
      flush
    >
      <div id="why" className="scroll-mt-20">
        {groupHidden(shown).map((group) => (
          <Group key={`${group.stage}-${wanted}`} {...group} />
        ))}
        {shown.length === 0 && (
          <p className="px-4 py-6 text-center text-muted text-table">
            {wanted ? 'None of the hidden ones has that in its id.' : 'Nothing is hidden.'}
          </p>
        )}
      </div>
    </Card>
  );
}

function describe(listed: number, total: number | null): string {
  if (total !== null && total > listed) {
    return `The ${listed} nearest to being chosen, of ${total.toLocaleString('en')}`;
  }
  return `${listed.toLocaleString('en')} of this tenant and shared, by the stage that took them away`;
}

type GroupProps = { stage: string; label: string; items: readonly InspectedHidden[] };

function Group({ stage, label, items }: GroupProps) {
  const [limit, setLimit] = useState(STEP);
  return (
    <section id={`why-${stage}`} className="scroll-mt-20 border-b last:border-b-0">
      <h3 className="flex items-center justify-between bg-subtle px-4 py-1.5 font-medium text-xs">
        {label}
        <span className="font-normal text-muted">{items.length.toLocaleString('en')}</span>
      </h3>
      <ul className="@container divide-y">
        {items.slice(0, limit).map((item) => (
          <li key={item.id} className="grid gap-x-4 px-4 py-1.5 text-table @lg:grid-cols-2">
            <TextLink href={`/capabilities/${item.id}`} className="truncate" title={item.id}>
              {item.id}
            </TextLink>
            <span className="text-muted">{item.reasons.join(' ')}</span>
          </li>
        ))}
      </ul>
      {items.length > limit && (
        <div className="px-2.5 py-1.5">
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit * 5)}>
            Show {Math.min(limit * 4, items.length - limit)} more
          </Button>
        </div>
      )}
    </section>
  );
}
