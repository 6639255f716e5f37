import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Link } from './navigation';

type OffsetPaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
  disabled?: boolean;
};

/** Previous and next by page number, when the total is known. */
export function OffsetPagination(props: OffsetPaginationProps) {
  const last = Math.max(1, Math.ceil(props.total / props.pageSize));
  return (
    <div className="flex items-center gap-2">
      <span className="text-muted text-xs">
        Page {props.page.toLocaleString('en')} of {last.toLocaleString('en')}
      </span>
      <Step
        back
        {...(props.page > 1 && !props.disabled
          ? { onClick: () => props.onPageChange(props.page - 1) }
          : {})}
      />
      <Step
        {...(props.page < last && !props.disabled
          ? { onClick: () => props.onPageChange(props.page + 1) }
          : {})}
      />
    </div>
  );
}

/** Previous and next by link, when only a cursor is known. */
export function CursorPagination(props: {
  prevHref?: string;
  nextHref?: string;
  note?: ReactNode;
}) {
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      {props.note && <span className="text-muted text-xs">{props.note}</span>}
      <Step back {...(props.prevHref ? { href: props.prevHref } : {})} />
      <Step {...(props.nextHref ? { href: props.nextHref } : {})} />
    </nav>
  );
}

function Step(props: { back?: boolean; onClick?: () => void; href?: string }) {
  const label = props.back ? 'Previous page' : 'Next page';
  const icon = props.back ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />;
  if (props.href) {
    return (
      <Button asChild size="icon-sm">
        <Link href={props.href} aria-label={label} title={label}>
          {icon}
        </Link>
      </Button>
    );
  }
  return (
    <Button
      size="icon-sm"
      aria-label={label}
      title={label}
      disabled={!props.onClick}
      {...(props.onClick ? { onClick: props.onClick } : {})}
    >
      {icon}
    </Button>
  );
}
