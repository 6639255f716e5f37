import { cn } from './cn';

type TableProps = React.ComponentProps<'table'> & {
  label?: string;
  /** No space at the sides: for inside something that has its own. */
  bare?: boolean;
};

/** A plain table for short lists; for anything with sort or pages use the data table. */
export function Table({ className, label, bare, ...props }: TableProps) {
  return (
    <div className="relative w-full overflow-x-auto">
      <table
        aria-label={label}
        className={cn(
          'w-full border-collapse text-left text-table',
          '[&_:is(th,td):first-child]:pl-(--side) [&_:is(th,td):last-child]:pr-(--side)',
          // On a phone it scrolls sideways rather than breaking every cell into a column of words.
          bare ? '[--side:0px]' : '[--side:1rem] max-sm:[&_td]:whitespace-nowrap',
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function TableHead({ className, ...props }: React.ComponentProps<'thead'>) {
  return <thead className={cn('text-muted text-xs', className)} {...props} />;
}

export function TableBody({ className, ...props }: React.ComponentProps<'tbody'>) {
  return <tbody className={cn('[&_tr:last-child]:border-b-0', className)} {...props} />;
}

export function TableRow({ className, ...props }: React.ComponentProps<'tr'>) {
  return <tr className={cn('h-9 border-b', className)} {...props} />;
}

export function TableHeader({ className, scope = 'col', ...props }: React.ComponentProps<'th'>) {
  return (
    <th
      scope={scope}
      className={cn('h-8 whitespace-nowrap px-3 font-medium', className)}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: React.ComponentProps<'td'>) {
  return <td className={cn('px-3 py-1.5', className)} {...props} />;
}
