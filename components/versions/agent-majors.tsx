import type { ActionAnswer } from '@/components/capabilities/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
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
import type { AgentMajor } from '@/lib/schemas/deprecation';
import { MoveMajor } from './move-major';

type Props = {
  agentId: string;
  majors: readonly AgentMajor[];
  editable: boolean;
  onMove: (input: {
    agent_id: string;
    capability_id: string;
    major: number;
  }) => Promise<ActionAnswer>;
};

/** The major an agent is on of each capability it uses; its owner moves it. */
export function AgentMajors({ agentId, majors, editable, onMove }: Props) {
  if (majors.length === 0) {
    return (
      <EmptyState
        title="On no major yet"
        description="Its first discovery or call of a capability puts it on the major that is current then, and there it stays until its owner moves it."
      />
    );
  }
  return (
    <Card
      title="Majors"
      description="What this agent discovers and calls of each capability. A retired major hands it on."
      flush
    >
      <Table label="Majors">
        <TableHead>
          <TableRow>
            <TableHeader>Capability</TableHeader>
            <TableHeader>Major</TableHeader>
            <TableHeader>Since</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {majors.map((one) => (
            <TableRow key={one.capability_id}>
              <TableCell>
                <TextLink href={`/capabilities/${one.capability_id}?tab=versions`}>
                  {one.capability_id}
                </TextLink>
              </TableCell>
              <TableCell>
                {editable && !one.by_grant && one.served.length > 0 ? (
                  <MoveMajor agentId={agentId} held={one} onMove={onMove} />
                ) : (
                  <>
                    {one.major}
                    {one.by_grant && <Badge className="ml-1.5">by grant</Badge>}
                  </>
                )}
              </TableCell>
              <TableCell>{one.set_at ? <RelativeTime at={one.set_at} /> : '–'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
