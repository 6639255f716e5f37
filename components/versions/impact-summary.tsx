import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import type { ShapeImpact } from '@/lib/schemas/usage';

const MAX_ROWS = 12;
const count = (value: number) => value.toLocaleString('en');

/** Recorded calls against a schema: the sentence, why, and the three counts of each agent. */
export function ShapeCounts({ shapes, label }: { shapes: ShapeImpact; label: string }) {
  const { agents, reasons } = shapes;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-table">{shapes.summary}</p>
      {reasons.length > 0 && (
        <ul className="grid gap-1 text-table">
          {reasons.slice(0, 5).map((one) => (
            <li key={`${one.path} ${one.reason} ${one.detail}`} className="break-words">
              <code className="font-mono text-xs">{one.path || '/'}</code>{' '}
              <span className="text-muted">
                {one.detail}: {count(one.calls)} calls of {one.agents}{' '}
                {one.agents === 1 ? 'agent' : 'agents'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {agents.length > 0 && (
        <Table label={label} bare>
          <TableHead>
            <TableRow>
              <TableHeader>Agent</TableHeader>
              <TableHeader className="text-right">Would fail</TableHeader>
              <TableHeader className="text-right">Would pass</TableHeader>
              <TableHeader className="text-right">Cannot tell</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {agents.slice(0, MAX_ROWS).map((agent) => (
              <TableRow key={`${agent.tenant_id} ${agent.agent_id}`}>
                <TableCell>
                  <TextLink href={`/agents/${agent.agent_id}`}>{agent.agent_name}</TextLink>
                </TableCell>
                <TableCell
                  className={agent.would_fail > 0 ? 'text-right text-danger-text' : 'text-right'}
                >
                  {count(agent.would_fail)}
                </TableCell>
                <TableCell className="text-right">{count(agent.would_pass)}</TableCell>
                <TableCell className="text-right">{count(agent.cannot_tell)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {agents.length > MAX_ROWS && (
        <p className="text-muted text-xs">and {agents.length - MAX_ROWS} more agents</p>
      )}
    </div>
  );
}
