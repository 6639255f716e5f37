import { Callout } from '@/components/ui/callout';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { AccessRequestView } from '@/lib/schemas/access-requests';
import { Rights } from './rights';

type Props = { request: AccessRequestView };

/** What is asked for and why, and what became of it. */
export function AccessDetail({ request }: Props) {
  const { asked, granted, replaces, reason } = request;
  return (
    <DetailGrid
      railLabel="The request"
      rail={
        <Card title="The request">
          <Properties request={request} />
        </Card>
      }
    >
      <WhyNot request={request} />
      <Outcome request={request} />
      <Card title="Why">
        <p className="whitespace-pre-wrap break-words text-sm">{reason}</p>
      </Card>
      <Card title="What">
        <PropertyList
          items={[
            { label: 'Asked for', value: <Rights rights={asked} /> },
            ...(granted ? [{ label: 'Given', value: <Rights rights={granted} /> }] : []),
            ...(replaces ? [{ label: 'Replaces', value: <Rights rights={replaces} /> }] : []),
          ]}
        />
      </Card>
    </DetailGrid>
  );
}

function WhyNot({ request }: Props) {
  if (request.status !== 'PENDING' || request.may_decide) return null;
  return (
    <Callout tone="info" title="You cannot approve this one">
      {request.why_not.map((reason) => (
        <p key={reason} className="text-table">
          {reason}
        </p>
      ))}
    </Callout>
  );
}

const OUTCOME = {
  APPROVED: { tone: 'success', title: 'Approved', text: 'The grant was given with the answer.' },
  DENIED: { tone: 'danger', title: 'Denied', text: 'Nothing was granted.' },
  WITHDRAWN: { tone: 'neutral', title: 'Withdrawn', text: 'Who asked took it back.' },
} as const;

function Outcome({ request: { status, comment } }: Props) {
  if (status === 'PENDING') return null;
  const { tone, title, text } = OUTCOME[status];
  return (
    <Callout tone={tone} title={title}>
      <p className="text-table">{text}</p>
      {comment && (
        <blockquote className="mt-1.5 whitespace-pre-wrap break-words border-l-2 pl-2.5 text-table">
          {comment}
        </blockquote>
      )}
    </Callout>
  );
}

function Properties({ request }: Props) {
  const { agent, capability, requested_by, requested_at, decided_by, decided_at } = request;
  return (
    <PropertyList
      items={[
        { label: 'Agent', value: <TextLink href={`/agents/${agent.id}`}>{agent.name}</TextLink> },
        {
          label: 'Capability',
          value: <TextLink href={`/capabilities/${capability.id}`}>{capability.id}</TextLink>,
        },
        { label: 'Owner', value: capability.owner },
        { label: 'Asked by', value: requested_by.name },
        { label: 'Asked', value: <RelativeTime at={requested_at} /> },
        ...(decided_by ? [{ label: 'Decided by', value: decided_by.name }] : []),
        ...(decided_at ? [{ label: 'Decided', value: <RelativeTime at={decided_at} /> }] : []),
        { label: 'Request', value: <CopyId value={request.id} /> },
      ]}
    />
  );
}
