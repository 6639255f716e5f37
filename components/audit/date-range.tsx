'use client';

import { Input } from '@/components/ui/input';
import { useCurrentPath, useCurrentQuery, useNavigation } from '@/components/ui/navigation';

/** First and last day of what the table shows; both in the address, either may be absent. */
export function DateRange() {
  const query = new URLSearchParams(useCurrentQuery());
  const path = useCurrentPath();
  const { replace } = useNavigation();
  function set(key: 'from' | 'to', day: string) {
    const next = new URLSearchParams(query);
    next.delete('page');
    if (day === '') next.delete(key);
    else next.set(key, day);
    replace(`${path}?${next}`);
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-muted text-xs">
      {(['from', 'to'] as const).map((key) => (
        <span key={key} className="inline-flex items-center gap-1">
          {key === 'from' ? 'From' : 'to'}
          <Input
            type="date"
            aria-label={key === 'from' ? 'First day, UTC' : 'Last day, UTC'}
            className="h-7 w-34 text-xs"
            value={query.get(key) ?? ''}
            onChange={(event) => set(key, event.target.value)}
          />
        </span>
      ))}
    </span>
  );
}
