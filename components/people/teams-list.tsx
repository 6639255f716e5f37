import { UsersRound } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { NameAndId } from '@/components/ui/name-and-id';
import { Link } from '@/components/ui/navigation';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import type { Team } from '@/lib/schemas/teams';

/** Teams, who is in them and what they own. */
export function TeamsList({ teams }: { teams: readonly Team[] }) {
  if (teams.length === 0) {
    return (
      <div className="rounded-lg border">
        <EmptyState
          icon={<UsersRound />}
          title="No teams yet"
          description="A team owns agents, providers and capabilities. Make one before you register anything."
        />
      </div>
    );
  }
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table>
        <TableHead>
          <TableRow>
            <TableHeader>Team</TableHeader>
            <TableHeader>Members</TableHeader>
            <TableHeader className="text-right">Capabilities</TableHeader>
            <TableHeader className="text-right">Providers</TableHeader>
            <TableHeader className="text-right">Agents</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {teams.map((team) => (
            <TableRow key={team.id}>
              <TableCell>
                <span className="flex min-w-0 items-center gap-2">
                  <Link href={`/people/teams/${team.id}`} className="min-w-0 hover:underline">
                    <NameAndId name={team.name} id={team.id} />
                  </Link>
                  {team.archived_at && <Badge>Archived</Badge>}
                </span>
              </TableCell>
              <TableCell>
                <Members team={team} />
              </TableCell>
              <TableCell className="text-right">{team.owns.capabilities}</TableCell>
              <TableCell className="text-right">{team.owns.providers}</TableCell>
              <TableCell className="text-right">{team.owns.agents}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const SHOWN = 3;

function Members({ team }: { team: Team }) {
  const active = team.members.filter((member) => member.active);
  if (active.length === 0)
    return <Badge tone="warning">Nobody active: what it owns is orphaned</Badge>;
  const names = active.slice(0, SHOWN).map((member) => member.name);
  const more = active.length - names.length;
  return (
    <span>
      {names.join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
