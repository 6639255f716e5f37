import { ChevronLeft, ChevronRight } from 'lucide-react';
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

type CursorPaginationProps = {
  /** Address of the first page. */
  first: string;
  /** Cursor of the page after this one. */
  next: string | null;
  /** A later page than the first is shown. */
  later: boolean;
};

/** The foot of a list whose order is newest first, when only a cursor is known; none for one page. */
export function CursorPagination({ first, next, later }: CursorPaginationProps) {
  if (!later && next === null) return null;
  const mark = first.includes('?') ? '&' : '?';
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t px-4 py-2.5">
      {later && (
        <Button asChild size="sm">
          <Link href={first}>Newest</Link>
        </Button>
      )}
      {next !== null && (
        <Button asChild size="sm">
          <Link href={`${first}${mark}cursor=${encodeURIComponent(next)}`}>Older</Link>
        </Button>
      )}
    </nav>
  );
}

function Step(props: { back?: boolean; onClick?: () => void }) {
  const label = props.back ? 'Previous page' : 'Next page';
  const icon = props.back ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />;
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
