'use client';

import { X } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ChipInput } from '@/components/ui/chip-input';
import { Input } from '@/components/ui/input';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import type { GrantInput } from '@/lib/schemas/agents';
import { dayOf, endOfDay, targetOf } from './grant-model';

type Props = {
  grants: readonly GrantInput[];
  editable: boolean;
  /** Message at a field of a row. */
  errorAt: (index: number) => string | null;
  onChange: (index: number, part: Partial<GrantInput>) => void;
  onRemove: (index: number) => void;
};

/** One row a grant: target, what it gives, scopes, until when. */
export function GrantRows({ grants, editable, errorAt, onChange, onRemove }: Props) {
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeader>Target</TableHeader>
          <TableHeader>Discover</TableHeader>
          <TableHeader>Invoke</TableHeader>
          <TableHeader>Scopes</TableHeader>
          <TableHeader>Until</TableHeader>
          <TableHeader>
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {grants.map((grant, index) => {
          const { kind, id } = targetOf(grant);
          const error = errorAt(index);
          return (
            <TableRow key={`${kind} ${id}`}>
              <TableCell className="min-w-52">
                <span className="flex min-w-0 items-center gap-2">
                  <Badge tone="outline">{kind}</Badge>
                  <code className="min-w-0 break-all font-mono text-xs">{id}</code>
                  {grant.major !== null && <Badge>major {grant.major}</Badge>}
                </span>
                {error && (
                  <p role="alert" className="mt-1 text-danger-text text-xs">
                    {error}
                  </p>
                )}
              </TableCell>
              <TableCell>
                <Checkbox
                  aria-label={`Discover ${id}`}
                  disabled={!editable}
                  checked={grant.discover}
                  onCheckedChange={(on) => onChange(index, { discover: on === true })}
                />
              </TableCell>
              <TableCell>
                <Checkbox
                  aria-label={`Invoke ${id}`}
                  disabled={!editable}
                  checked={grant.invoke}
                  onCheckedChange={(on) => onChange(index, { invoke: on === true })}
                />
              </TableCell>
              <TableCell className="min-w-44">
                <ChipInput
                  aria-label={`Scopes for ${id}`}
                  disabled={!editable}
                  value={grant.scopes}
                  onValueChange={(scopes) => onChange(index, { scopes })}
                  placeholder="None"
                />
              </TableCell>
              <TableCell>
                <Input
                  type="date"
                  aria-label={`Until when ${id} is granted`}
                  disabled={!editable}
                  className="w-36"
                  value={dayOf(grant.until)}
                  onChange={(event) => onChange(index, { until: endOfDay(event.target.value) })}
                />
              </TableCell>
              <TableCell className="text-right">
                {editable && (
                  <Button
                    size="icon-sm"
                    variant="ghost"
                    aria-label={`Remove the grant on ${id}`}
                    onClick={() => onRemove(index)}
                  >
                    <X aria-hidden />
                  </Button>
                )}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
