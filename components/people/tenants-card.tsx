'use client';

import { Card } from '@/components/ui/card';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { notify } from '@/components/ui/toast';
import type { Tenant } from '@/lib/schemas/tenants';
import { NewNamedDialog } from './new-named-dialog';

type Named = { id: string; name: string };
type Props = {
  tenants: readonly Tenant[];
  mayMake: boolean;
  onCreate: (
    input: Named,
  ) => Promise<{ ok: true; data: Tenant } | { ok: false; error: { message: string } }>;
};

/** Tenants of the install, as far as one may see them. */
export function TenantsCard({ tenants, mayMake, onCreate }: Props) {
  const { refresh } = useNavigation();
  return (
    <Card
      title="Tenants"
      description="Each keeps its agents, providers and people apart. What is in shared, all may use."
      flush
      action={
        mayMake && (
          <NewNamedDialog
            word="tenant"
            small
            description="You become its first admin. Then switch to it and invite its people."
            onCreate={onCreate}
            onDone={(tenant) => {
              notify.success(`${tenant.name} is made`, { description: 'Switch to it at the top.' });
              refresh();
            }}
          />
        )
      }
    >
      <Table>
        <TableHead>
          <TableRow>
            <TableHeader>Tenant</TableHeader>
            <TableHeader>Id</TableHeader>
            <TableHeader>Since</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {tenants.map((tenant) => (
            <TableRow key={tenant.id}>
              <TableCell className="font-medium">{tenant.name}</TableCell>
              <TableCell>
                <code className="font-mono text-xs">{tenant.id}</code>
              </TableCell>
              <TableCell>
                <RelativeTime at={tenant.created_at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
