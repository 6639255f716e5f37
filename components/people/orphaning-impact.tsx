import type { Orphaning } from '@/lib/schemas/ownership';

const KINDS = [
  ['capabilities', 'capability', 'capabilities'],
  ['providers', 'provider', 'providers'],
  ['agents', 'agent', 'agents'],
  ['backends', 'backend', 'backends'],
] as const;

/** What nobody would own any more, counted and by example. */
export function OrphaningImpact({ orphaning }: { orphaning: Orphaning }) {
  const parts = KINDS.filter(([key]) => orphaning[key] > 0).map(
    ([key, one, many]) =>
      `${orphaning[key].toLocaleString('en')} ${orphaning[key] === 1 ? one : many}`,
  );
  if (parts.length === 0) return <p className="text-table">It owns nothing.</p>;
  const total = KINDS.reduce((sum, [key]) => sum + orphaning[key], 0);
  const more = total - orphaning.examples.length;
  return (
    <div className="grid gap-1.5 text-table">
      <p>
        Nobody would own {parts.join(', ')}. Orphans are not promoted, and nobody decides on access
        to them.
      </p>
      <ul className="font-mono text-xs">
        {orphaning.examples.map(({ kind, id }) => (
          <li key={`${kind} ${id}`} className="break-all">
            <span className="text-muted">{kind}</span> {id}
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </div>
  );
}
