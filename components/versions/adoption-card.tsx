'use client';

import { useState, useTransition } from 'react';
import type { ActionAnswer } from '@/components/capabilities/types';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useNavigation } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
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
import type { CapabilityView } from '@/lib/schemas/catalog-views';

export type OnMove = (input: {
  agent_id: string;
  capability_id: string;
  major: number;
}) => Promise<ActionAnswer>;

/** Which agents are on which major; an owner of an agent moves it here. */
export function AdoptionCard({ view, onMove }: { view: CapabilityView; onMove: OnMove }) {
  const { agents, items } = view.majors;
  const open = items.filter((one) => one.state === 'live' && one.version !== null);
  return (
    <Card
      title="Agents on it"
      description="An agent gets the current major at its first discovery or call, unless its grant names one."
      flush={agents.length > 0}
    >
      {agents.length === 0 ? (
        <p className="text-muted text-table">
          No agent has discovered or called it yet; each is listed from its first use on.
        </p>
      ) : (
        <Table label="Agents on it">
          <TableHead>
            <TableRow>
              <TableHeader>Agent</TableHeader>
              <TableHeader>Major</TableHeader>
              <TableHeader className="text-right">Calls, 30 d</TableHeader>
              <TableHeader>Last call</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {agents.map((agent) => (
              <TableRow key={`${agent.tenant_id} ${agent.agent_id}`}>
                <TableCell>
                  <TextLink href={`/agents/${agent.agent_id}?tab=majors`}>
                    {agent.agent_name}
                  </TextLink>
                </TableCell>
                <TableCell>
                  {agent.may_move && !agent.by_grant && open.length > 0 ? (
                    <MoveSelect
                      name={agent.agent_name}
                      major={agent.major}
                      choices={open.map((one) => one.major)}
                      onMove={(major) =>
                        onMove({
                          agent_id: agent.agent_id,
                          capability_id: view.capability.id,
                          major,
                        })
                      }
                    />
                  ) : (
                    <>
                      {agent.major}
                      {agent.by_grant && <Badge className="ml-1.5">by grant</Badge>}
                    </>
                  )}
                </TableCell>
                <TableCell className="text-right">{agent.calls_30d.toLocaleString('en')}</TableCell>
                <TableCell>
                  {agent.last_call_at ? <RelativeTime at={agent.last_call_at} /> : 'Never'}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

/** The major of one agent; a choice moves it at once. */
export function MoveSelect(props: {
  name: string;
  major: number;
  choices: readonly number[];
  onMove: (major: number) => Promise<ActionAnswer>;
}) {
  const { refresh } = useNavigation();
  const [pending, start] = useTransition();
  const [chosen, setChosen] = useState(props.major);
  const all = [...new Set([props.major, ...props.choices])].sort((a, b) => b - a);
  function move(major: number) {
    if (major === props.major) return;
    setChosen(major);
    start(async () => {
      const answer = await props.onMove(major);
      if (answer.ok) notify.success(`${props.name} is on major ${major} now`);
      else {
        setChosen(props.major);
        notify.error(answer.error.message);
      }
      refresh();
    });
  }
  return (
    <Select
      aria-label={`Major of ${props.name}`}
      className="w-28"
      disabled={pending || all.length < 2}
      value={String(chosen)}
      onValueChange={(value) => move(Number(value))}
      options={all.map((major) => ({ value: String(major), label: `Major ${major}` }))}
    />
  );
}
