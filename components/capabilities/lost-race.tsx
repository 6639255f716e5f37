'use client';

import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { changedFields, type FormValues } from './form-values';

type Props = { base: FormValues; mine: FormValues; theirs: FormValues; onTake: () => void };

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Somebody else saved first: what they changed, and where both touched the same field. */
export function LostRace({ base, mine, theirs, onTake }: Props) {
  const changed = changedFields(base, theirs);
  const own = new Set(changedFields(base, mine));
  return (
    <Callout
      tone="warning"
      title="Somebody changed this while you were typing"
      action={
        <Button size="sm" onClick={onTake}>
          Keep mine on top
        </Button>
      }
    >
      <p className="text-table">
        Nothing you typed is lost. Take over their changes with yours on top, look once more, then
        save.
      </p>
      <ul className="mt-2 grid gap-1 text-table">
        {changed.map((field) => (
          <li key={field} className="break-words">
            <span className="font-medium">{field.replaceAll('_', ' ')}</span>
            {own.has(field) && <span className="text-warning-text"> (you changed it too)</span>}:{' '}
            <span className="text-muted line-through">{show(base[field]).slice(0, 200)}</span>{' '}
            <span>{show(theirs[field]).slice(0, 200)}</span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
