import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from './navigation';

export type Crumb = { label: string; href?: string };

/** Where I am; the last one is the page itself. */
export function Breadcrumb({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-table">
        {items.map((item, index) => {
          const last = index === items.length - 1;
          return (
            <Fragment key={`${item.href ?? ''}${item.label}`}>
              {index > 0 && (
                <li aria-hidden className="shrink-0 text-muted max-sm:hidden">
                  <ChevronRight className="size-3.5" />
                </li>
              )}
              <li
                className={last ? 'min-w-0 truncate' : 'shrink-0 max-sm:hidden'}
                title={item.label}
              >
                {item.href && !last ? (
                  <Link href={item.href} className="rounded-sm text-muted hover:text-foreground">
                    {item.label}
                  </Link>
                ) : (
                  <span
                    aria-current={last ? 'page' : undefined}
                    className={last ? 'font-medium' : 'text-muted'}
                  >
                    {item.label}
                  </span>
                )}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
