'use client';

import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyId } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime, useHasPassed } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import type { Token } from '@/lib/schemas/people';

type Props = {
  title: string;
  description: string;
  keys: readonly Token[];
  empty: string;
  /** Makes one; absent for people who may not. */
  action?: ReactNode;
  /** Absent for people who may not. Answers what went wrong, or null. */
  onRevoke?: (id: string) => Promise<string | null>;
};

/** Keys of an agent or tokens of a person: when made, last used, until when. */
export function KeyList({ title, description, keys, empty, action, onRevoke }: Props) {
  return (
    <Card title={title} description={description} action={action} flush>
      {keys.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={empty} description="It is shown once when made." />
      ) : (
        <Table>
          <TableHead>
            <TableRow>
              <TableHeader>Name</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader>Last used</TableHeader>
              <TableHeader>Made</TableHeader>
              <TableHeader>
                <span className="sr-only">Actions</span>
              </TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {keys.map((key) => (
              <TableRow key={key.id}>
                <TableCell>
                  <span className="block font-medium">{key.name}</span>
                  <CopyId value={key.id} />
                </TableCell>
                <TableCell>
                  <KeyState value={key} />
                </TableCell>
                <TableCell>
                  {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}
                </TableCell>
                <TableCell>
                  <RelativeTime at={key.created_at} />
                </TableCell>
                <TableCell className="text-right">
                  {onRevoke && !key.revoked_at && <Revoke value={key} onRevoke={onRevoke} />}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function KeyState({ value }: { value: Token }) {
  const expired = useHasPassed(value.expires_at);
  if (value.revoked_at) {
    return (
      <span className="inline-flex items-center gap-2">
        <Badge tone="neutral">Revoked</Badge> <RelativeTime at={value.revoked_at} />
      </span>
    );
  }
  if (!value.expires_at) return <Badge tone="success">Live</Badge>;
  if (expired) {
    return (
      <span className="inline-flex items-center gap-2">
        <Badge tone="warning">Expired</Badge> <RelativeTime at={value.expires_at} />
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone="success">Live</Badge> expires <RelativeTime at={value.expires_at} />
    </span>
  );
}

function Revoke(props: { value: Token; onRevoke: (id: string) => Promise<string | null> }) {
  const { value, onRevoke } = props;
  return (
    <ConfirmDialog
      danger
      trigger={
        <Button size="sm" variant="danger-outline">
          Revoke
        </Button>
      }
      title={`Revoke ${value.name}?`}
      description="Whatever uses it is refused from its next call on. This cannot be undone; make a new one instead."
      confirmLabel="Revoke"
      onConfirm={async () => {
        const error = await onRevoke(value.id);
        return error === null ? undefined : { error };
      }}
    />
  );
}
