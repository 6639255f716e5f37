'use client';

import { useState } from 'react';
import type { ActionAnswer } from '@/components/capabilities/types';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
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
import { TextLink } from '@/components/ui/text-link';
import { notify } from '@/components/ui/toast';
import type { CapabilityView } from '@/lib/schemas/catalog-views';
import type { MajorAnswer } from '@/lib/schemas/deprecation';

export type MajorActions = {
  onUndeprecate: (input: {
    capability_id: string;
    major?: number;
    reason: string;
  }) => Promise<ActionAnswer>;
  onRetire: (input: {
    capability_id: string;
    major: number;
    reason: string;
  }) => Promise<ActionAnswer>;
};

type Props = MajorActions & {
  view: CapabilityView;
  /** Opens the dialog that announces the end of a major. */
  onEnd: (major: number) => void;
};

const TONE = { live: 'success', sunset: 'warning', retired: 'neutral' } as const;

/** Each major with its state, what is served of it, who is on it, and when it ends. */
export function MajorsCard(props: Props) {
  const { view } = props;
  return (
    <Card title="Majors" description="Each agent stays on its own until its owner moves it." flush>
      <Table label="Majors">
        <TableHead>
          <TableRow>
            <TableHeader>Major</TableHeader>
            <TableHeader>State</TableHeader>
            <TableHeader>Served</TableHeader>
            <TableHeader className="text-right">Agents</TableHeader>
            <TableHeader className="text-right">Calls, 30 d</TableHeader>
            <TableHeader>Ends</TableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {view.majors.items.map((major) => (
            <TableRow key={major.major}>
              <TableCell className="tabular-nums">{major.major}</TableCell>
              <TableCell>
                <Badge tone={TONE[major.state]}>{major.state}</Badge>
                {major.current && <Badge className="ml-1.5">current</Badge>}
              </TableCell>
              <TableCell>
                <Served major={major} />
              </TableCell>
              <TableCell className="text-right">{major.agents}</TableCell>
              <TableCell className="text-right">{major.calls_30d.toLocaleString('en')}</TableCell>
              <TableCell>
                <End major={major} id={view.capability.id} />
              </TableCell>
              <TableCell className="text-right">
                <Acts {...props} major={major} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function Served({ major }: { major: MajorAnswer }) {
  if (major.state === 'retired') return <>–</>;
  if (major.version) return <>{major.version}</>;
  return (
    <>
      {major.served_from ? (
        <>
          from <RelativeTime at={major.served_from} />
        </>
      ) : (
        '–'
      )}
    </>
  );
}

function End({ major, id }: { major: MajorAnswer; id: string }) {
  if (!major.end) return <>No end</>;
  const { disable_at, replacement } = major.end;
  return (
    <span>
      <RelativeTime at={disable_at} />
      {replacement && (
        <>
          , then{' '}
          {replacement.capability_id === id ? (
            `major ${replacement.major}`
          ) : (
            <TextLink href={`/capabilities/${replacement.capability_id}`}>
              {replacement.capability_id}
            </TextLink>
          )}
        </>
      )}
    </span>
  );
}

function Acts({ view, major, onEnd, onUndeprecate, onRetire }: Props & { major: MajorAnswer }) {
  const { refresh } = useNavigation();
  const [now] = useState(() => Date.now());
  const { capability, may } = view;
  if (!may.deprecate || major.state === 'retired' || major.current) return null;
  if (major.state === 'live') {
    return (
      <Button size="sm" onClick={() => onEnd(major.major)}>
        Announce end
      </Button>
    );
  }
  const over = major.end !== null && Date.parse(major.end.disable_at) <= now;
  const name = `major ${major.major} of ${capability.name}`;
  async function settle(work: Promise<ActionAnswer>, done: string) {
    const answer = await work;
    if (!answer.ok) return { error: answer.error.message };
    notify.success(done);
    refresh();
    return undefined;
  }
  return (
    <span className="inline-flex gap-2">
      <ConfirmDialog
        trigger={<Button size="sm">Take end back</Button>}
        title={`Keep ${name}?`}
        description="Makes a change request; agents go on being warned until somebody else approves it."
        reason={{ required: true }}
        confirmLabel="Propose to keep it"
        onConfirm={({ reason }) =>
          settle(
            onUndeprecate({ capability_id: capability.id, major: major.major, reason }),
            'Change request made',
          )
        }
      />
      {(over || major.agents === 0) && (
        <ConfirmDialog
          danger
          trigger={
            <Button size="sm" variant="danger-outline">
              Retire
            </Button>
          }
          title={`Retire ${name}?`}
          description="It is no longer served, for good. Agents still on it move to the current major."
          reason={{ required: true }}
          confirmLabel={`Retire for ${major.agents} agents`}
          onConfirm={({ reason }) =>
            settle(
              onRetire({ capability_id: capability.id, major: major.major, reason }),
              `Major ${major.major} retired`,
            )
          }
        />
      )}
    </span>
  );
}
