import { OctagonX, RotateCcw } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { Truncate } from '@/components/ui/truncate';
import type { IncidentItem } from '@/lib/schemas/incidents';

export function IncidentStateBadge({ restored }: { restored: boolean }) {
  return restored ? (
    <Badge tone="success">
      <RotateCcw aria-hidden />
      Restored
    </Badge>
  ) : (
    <Badge tone="danger">
      <OctagonX aria-hidden />
      Stopped
    </Badge>
  );
}

/** Incidents, the newest first. */
export function IncidentTable({ incidents }: { incidents: readonly IncidentItem[] }) {
  return (
    <Table label="Incidents">
      <TableHead>
        <TableRow>
          <TableHeader>Target</TableHeader>
          <TableHeader>State</TableHeader>
          <TableHeader>Reason</TableHeader>
          <TableHeader>Pressed</TableHeader>
          <TableHeader>Restored</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {incidents.map((incident) => (
          <TableRow key={incident.id} className="hover:bg-hover">
            <TableCell>
              <Link
                href={`/incidents/${incident.id}`}
                className="font-medium underline-offset-3 hover:underline"
              >
                <span className="text-muted">{incident.target.kind}</span>{' '}
                <code className="font-mono text-xs">{incident.target.id}</code>
              </Link>
            </TableCell>
            <TableCell>
              <IncidentStateBadge restored={incident.restored_at !== null} />
            </TableCell>
            <TableCell className="max-w-80">
              <Truncate text={incident.reason} />
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <RelativeTime at={incident.opened_at} />
              <span className="text-muted"> by {incident.opened_by_name}</span>
            </TableCell>
            <TableCell className="whitespace-nowrap">
              {incident.restored_at ? (
                <>
                  <RelativeTime at={incident.restored_at} />
                  <span className="text-muted"> by {incident.restored_by_name}</span>
                </>
              ) : (
                <span className="text-muted">Not yet</span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
