import { Database } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
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
import { TextLink } from '@/components/ui/text-link';
import type { BackendView } from '@/lib/schemas/providers';

type Props = {
  backends: readonly BackendView[];
  /** Team names by id. */
  teams: Readonly<Record<string, string>>;
  action: ReactNode;
};

export function BackendsList({ backends, teams, action }: Props) {
  if (backends.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Database />}
          title="No backends yet"
          description="A backend is the system behind a provider. Name it, and the usage graph shows what reaches it; the emergency disable stops everything that does."
          action={action}
        />
      </Card>
    );
  }
  return (
    <Card flush className="overflow-hidden">
      <Table>
        <TableHead>
          <TableRow>
            <TableHeader>Backend</TableHeader>
            <TableHeader>Owner</TableHeader>
            <TableHeader>Providers</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {backends.map((backend) => (
            <TableRow key={`${backend.tenant_id}/${backend.id}`}>
              <TableCell>
                <Link href={`/backends/${backend.id}`} className="hover:underline">
                  <NameAndId name={backend.name} id={backend.id} />
                </Link>
              </TableCell>
              <TableCell>{teams[backend.owner] ?? backend.owner}</TableCell>
              <TableCell>
                <ProviderLinks ids={backend.providers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

export function ProviderLinks({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className="text-muted">None</span>;
  return (
    <span className="flex flex-wrap gap-x-3">
      {ids.map((id) => (
        <TextLink key={id} href={`/providers/${id}`} className="font-mono text-xs">
          {id}
        </TextLink>
      ))}
    </span>
  );
}
