import { Badge } from '@/components/ui/badge';
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
import { type EdgeRow, pageOf } from './graph-model';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** The numbers of the picture. */
export function EdgeTable({ rows }: { rows: readonly EdgeRow[] }) {
  return (
    <Table label="Edges of the usage graph">
      <TableHead>
        <TableRow>
          <TableHeader>From</TableHeader>
          <TableHeader>To</TableHeader>
          <TableHeader className="text-right">Calls</TableHeader>
          <TableHeader className="text-right">Share of target</TableHeader>
          <TableHeader>Last call</TableHeader>
          <TableHeader>Declared</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={`${row.from}>${row.to}`}>
            <TableCell>
              <NodeName node={row.fromNode} />
            </TableCell>
            <TableCell>
              <NodeName node={row.toNode} />
            </TableCell>
            <TableCell className="text-right tabular-nums">
              {row.calls.toLocaleString('en')}
            </TableCell>
            <TableCell className="text-right tabular-nums">{percent.format(row.share)}</TableCell>
            <TableCell>
              {row.last_at ? (
                <RelativeTime at={row.last_at} />
              ) : (
                <span className="text-muted">None</span>
              )}
            </TableCell>
            <TableCell>
              {row.declared ? (
                <Badge tone="neutral">Declared</Badge>
              ) : (
                <Badge tone="warning" title="Called, but no grant, pin or binding says so today.">
                  Not today
                </Badge>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function NodeName({ node }: { node: EdgeRow['fromNode'] }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted">{node.kind} </span>
      <TextLink href={pageOf(node)}>{node.label}</TextLink>
    </span>
  );
}
