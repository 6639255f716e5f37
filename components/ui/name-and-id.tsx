/** A name as people say it, and the id programs use, on one line. */
export function NameAndId({ name, id }: { name: string; id: string }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      <code className="truncate font-mono text-muted text-xs" title={id}>
        {id}
      </code>
    </span>
  );
}
