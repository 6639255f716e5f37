'use client';

import { CircleCheck, CircleX, FlaskConical, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { Link, useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Spinner } from '@/components/ui/spinner';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { notify } from '@/components/ui/toast';
import type { CaseResult, ResolverCase } from '@/lib/schemas/resolver-cases';
import { hrefOfReceipt, hrefOfRequest } from './params';
import type { OnDeleteCase, OnRunCase } from './types';

type State = 'running' | { problem: string } | CaseResult;
type Props = { cases: readonly ResolverCase[]; onRun: OnRunCase; onDelete: OnDeleteCase };

/** Saved queries and whether they still find what they must. */
export function Cases({ cases, onRun, onDelete }: Props) {
  const { refresh } = useNavigation();
  const [states, setStates] = useState<Readonly<Record<string, State>>>({});
  const [busy, setBusy] = useState(false);
  const put = (id: string, state: State) => setStates((old) => ({ ...old, [id]: state }));

  async function runOne(id: string) {
    put(id, 'running');
    const result = await onRun({ id }).catch(() => null);
    if (result?.ok) put(id, result.data);
    else put(id, { problem: result?.error.message ?? 'Capstan did not answer.' });
  }
  async function runAll() {
    setBusy(true);
    for (const item of cases) await runOne(item.id);
    setBusy(false);
  }
  async function remove(id: string) {
    const result = await onDelete({ id }).catch(() => null);
    if (!result?.ok) return { error: result?.error.message ?? 'Capstan did not answer.' };
    notify.success('Test case deleted');
    refresh();
    return undefined;
  }

  if (cases.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={<FlaskConical />}
          title="No test cases yet"
          description="Resolve a query in the playground, then save it with what it must find."
          action={
            <Button asChild>
              <Link href="/playground">Try a query</Link>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Card
      title={<Summary total={cases.length} states={Object.values(states)} />}
      action={
        <Button size="sm" variant="primary" pending={busy} onClick={runAll}>
          <Play aria-hidden />
          Run all {cases.length}
        </Button>
      }
      flush
    >
      <Table label="Test cases">
        <TableHead>
          <TableRow>
            <TableHeader>Case</TableHeader>
            <TableHeader>Agent</TableHeader>
            <TableHeader>Must find</TableHeader>
            <TableHeader>Result</TableHeader>
            <TableHeader>Saved</TableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {cases.map((item) => (
            <TableRow key={item.id}>
              <TableCell className="min-w-48 max-w-80">
                <TextLink href={hrefOf(item)} className="break-words font-medium">
                  {item.name}
                </TextLink>
                {item.request.query !== item.name && (
                  <p className="truncate text-muted text-xs" title={item.request.query}>
                    {item.request.query}
                  </p>
                )}
              </TableCell>
              <TableCell className="whitespace-nowrap">{item.agent_id}</TableCell>
              <TableCell className="min-w-40 max-w-80">
                <Expected ids={item.expected} />
              </TableCell>
              <TableCell className="min-w-32 max-w-72">
                <Outcome state={states[item.id]} />
              </TableCell>
              <TableCell>
                <RelativeTime at={item.created_at} />
              </TableCell>
              <TableCell className="whitespace-nowrap text-right">
                <Button
                  size="icon-sm"
                  variant="ghost"
                  aria-label={`Run ${item.name}`}
                  disabled={busy}
                  onClick={() => void runOne(item.id)}
                >
                  <Play aria-hidden />
                </Button>
                <ConfirmDialog
                  danger
                  trigger={
                    <Button size="icon-sm" variant="ghost" aria-label={`Delete ${item.name}`}>
                      <Trash2 aria-hidden />
                    </Button>
                  }
                  title="Delete this test case?"
                  description={`“${item.name}” is gone for everybody.`}
                  confirmLabel="Delete test case"
                  onConfirm={() => remove(item.id)}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function hrefOf({ agent_id, request }: ResolverCase): string {
  const { query, purpose, ...rest } = request;
  return hrefOfRequest(agent_id, query, purpose ?? '', rest);
}

function Summary({ total, states }: { total: number; states: readonly State[] }) {
  const done = states.filter((state) => state !== 'running');
  const passed = done.filter((state) => 'passed' in state && state.passed).length;
  return (
    <span aria-live="polite">
      {done.length === 0
        ? `${total} test ${total === 1 ? 'case' : 'cases'}`
        : `${passed} of ${done.length} passed`}
    </span>
  );
}

function Expected({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return <span className="text-muted">Nothing</span>;
  return (
    <span className="line-clamp-2 break-words" title={ids.join('\n')}>
      {ids.join(', ')}
    </span>
  );
}

function Outcome({ state }: { state: State | undefined }) {
  if (state === undefined) return <span className="text-muted">Not run</span>;
  if (state === 'running') return <Spinner className="size-4 text-muted" />;
  if ('problem' in state) {
    return (
      <span>
        <Badge tone="danger">
          <CircleX aria-hidden /> Failed
        </Badge>
        <span className="block text-muted text-xs">{state.problem}</span>
      </span>
    );
  }
  const { passed, missing, unexpected, resolve_id } = state;
  return (
    <span className="grid justify-items-start gap-0.5">
      <span className="inline-flex items-center gap-2">
        <Badge tone={passed ? 'success' : 'danger'}>
          {passed ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
          {passed ? 'Passed' : 'Failed'}
        </Badge>
        <TextLink href={hrefOfReceipt(resolve_id)} className="text-xs">
          Receipt
        </TextLink>
      </span>
      {missing.length > 0 && (
        <span className="break-words text-muted text-xs">Missing: {missing.join(', ')}</span>
      )}
      {unexpected.length > 0 && (
        <span className="break-words text-muted text-xs">Found: {unexpected.join(', ')}</span>
      )}
    </span>
  );
}
