import { cn } from '@/components/ui/cn';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import type { ReplicaEffect } from '@/lib/schemas/incidents';

const HOW: Record<ReplicaEffect['how'], string> = {
  acknowledged: 'Acknowledged',
  lease_expired: 'Silent; its lease ran out, so it serves nothing unread',
};

/** How long after the press each replica served by it. */
export function ReplicaList(props: { replicas: readonly ReplicaEffect[]; bare?: boolean }) {
  const { replicas, bare = false } = props;
  if (replicas.length === 0) {
    return (
      <p className={cn('text-muted text-table', !bare && 'p-4')}>
        No replica was live when it was pressed.
      </p>
    );
  }
  return (
    <Table label="Replicas" bare={bare}>
      <TableHead>
        <TableRow>
          <TableHeader>Replica</TableHeader>
          <TableHeader className="text-right">In effect after</TableHeader>
          <TableHeader>How</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {replicas.map((replica) => (
          <TableRow key={replica.id}>
            <TableCell>
              <code className="font-mono text-xs">{replica.id}</code>
            </TableCell>
            <TableCell className="text-right tabular-nums">
              {replica.effective_ms === null ? 'unknown' : `${replica.effective_ms} ms`}
            </TableCell>
            <TableCell>{HOW[replica.how]}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
