'use client';

import { KeyRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { RiskBadge } from '@/components/catalog/risk-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/navigation';
import { CursorPagination } from '@/components/ui/pagination';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { AccessRequestView } from '@/lib/schemas/access-requests';
import { AccessStatusBadge } from './access-status';

type Props = {
  items: readonly AccessRequestView[];
  title: string;
  /** Why there is nothing. */
  empty: string;
  /** Absent: these are all there are. */
  pages?: ComponentProps<typeof CursorPagination>;
};

/** Requests, each a link to where it is decided. */
export function AccessList({ items, title, empty, pages }: Props) {
  return (
    <Card title={title} flush>
      {items.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title={empty}
          description="Owners of an agent ask for a capability on its page, under Access. The owners of the capability decide here."
          action={
            <Button asChild>
              <Link href="/capabilities">Find a capability</Link>
            </Button>
          }
        />
      ) : (
        <Table label={title}>
          <TableHead>
            <TableRow>
              <TableHeader>Request</TableHeader>
              <TableHeader>Status</TableHeader>
              <TableHeader>Risk</TableHeader>
              <TableHeader>Asked by</TableHeader>
              <TableHeader>Asked</TableHeader>
              <TableHeader>Until</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <TableRow key={item.id}>
                <TableCell className="min-w-56">
                  <TextLink href={`/access-requests/${item.id}`}>
                    {item.agent.name} asks for {item.capability.id}
                  </TextLink>
                </TableCell>
                <TableCell>
                  <AccessStatusBadge status={item.status} />
                </TableCell>
                <TableCell>
                  <RiskBadge risk={item.capability.risk} />
                </TableCell>
                <TableCell>{item.requested_by.name}</TableCell>
                <TableCell>
                  <RelativeTime at={item.requested_at} />
                </TableCell>
                <TableCell>
                  {item.asked.until ? <RelativeTime at={item.asked.until} /> : 'No end'}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {pages && <CursorPagination {...pages} />}
    </Card>
  );
}
