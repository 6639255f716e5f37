import { cn } from './cn';

/** A plain table for short lists; for anything with sort or pages use the data table. */
export function Table({
  className,
  label,
  ...props
}: React.ComponentProps<'table'> & { label?: string }) {
  return (
    <div className="relative w-full overflow-x-auto">
      <table
        aria-label={label}
        className={cn('w-full border-collapse text-left text-table', className)}
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
