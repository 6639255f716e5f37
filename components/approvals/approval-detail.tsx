import { Button } from '@/components/ui/button';
import { Callout } from '@/components/ui/callout';
import { Card, PropertyList } from '@/components/ui/card';
import { CopyId } from '@/components/ui/copy-button';
import { DetailGrid } from '@/components/ui/detail-grid';
import { JsonView } from '@/components/ui/json-view';
import { Link } from '@/components/ui/navigation';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { NamedApproval } from '@/lib/schemas/approval-views';
import { APPROVAL_LOOK } from './approval-status';

type Props = { approval: NamedApproval };
type WithInvite = Props & { mayInvite: boolean };

/** What is asked for: the call, its arguments, and what became of it. */
export function ApprovalDetail({ approval, mayInvite }: WithInvite) {
  return (
    <DetailGrid railLabel="The call" rail={<Properties approval={approval} />}>
      <WhyNot approval={approval} mayInvite={mayInvite} />
      <Outcome approval={approval} />
      <Arguments approval={approval} />
      <Card title="What the capability says it does">
        {approval.capability_description ? (
          <p className="whitespace-pre-wrap break-words text-sm">
            {approval.capability_description}
          </p>
        ) : (
          <p className="text-muted text-table">This version is gone from the catalog.</p>
        )}
      </Card>
    </DetailGrid>
  );
}

/** Four eyes, explained to whoever may not decide, with what to do. */
function WhyNot({ approval, mayInvite }: WithInvite) {
  if (approval.status !== 'PENDING' || approval.may_decide) return null;
  return (
    <Callout
      tone="info"
      title="You cannot decide this one"
      action={
        mayInvite && (
          <Button asChild size="sm">
            <Link href="/people?new=person">Invite a person</Link>
          </Button>
        )
      }
    >
      {approval.why_not.map((reason) => (
        <p key={reason} className="text-table">
          {reason}
        </p>
      ))}
    </Callout>
  );
}

function Outcome({ approval }: Props) {
  const { status, comment } = approval;
  if (status === 'PENDING') return null;
  const tone = status === 'DENIED' ? 'danger' : status === 'APPROVED' ? 'success' : 'neutral';
  return (
    <Callout tone={tone} title={APPROVAL_LOOK[status].label}>
      <p className="text-table">{APPROVAL_LOOK[status].meaning}</p>
      {comment && (
        <blockquote className="mt-1.5 border-l-2 pl-2.5 text-table">{comment}</blockquote>
      )}
    </Callout>
  );
}

function Arguments({ approval }: Props) {
  if (approval.arguments) {
    return (
      <Card title="Arguments" description="Exactly these, and no others, are approved.">
        <JsonView value={approval.arguments} depth={4} />
      </Card>
    );
  }
  const why =
    approval.status === 'PENDING'
      ? 'Only who may decide reads the values. You see which fields are sent, and their types.'
      : 'Values are wiped once it is decided. What stays is which fields were sent, and their types.';
  return (
    <Card title="Shape of the arguments" description={why}>
      <JsonView value={approval.argument_shape} depth={4} />
    </Card>
  );
}

function Properties({ approval }: Props) {
  const { agent_id, agent_name, subject, subject_name } = approval;
  return (
    <Card title="The call">
      <PropertyList
        items={[
          {
            label: 'Agent',
            value: <TextLink href={`/agents/${agent_id}`}>{agent_name ?? agent_id}</TextLink>,
          },
          {
            label: 'On behalf of',
            value: subject === agent_id ? 'The agent itself' : (subject_name ?? subject),
          },
          {
            label: 'Capability',
            value: (
              <TextLink href={`/capabilities/${approval.capability_id}`}>
                {approval.capability_id}
              </TextLink>
            ),
          },
          { label: 'Version', value: <span className="font-mono">{approval.version}</span> },
          { label: 'Run', value: approval.run_id && <CopyId value={approval.run_id} /> },
          { label: 'Asked', value: <RelativeTime at={approval.requested_at} /> },
          ...expiryItems(approval),
          ...decisionItems(approval),
          { label: 'Approval', value: <CopyId value={approval.id} /> },
        ]}
      />
    </Card>
  );
}

/** Once it was used or denied, nothing is left to expire. */
function expiryItems({ status, expires_at }: NamedApproval) {
  if (status === 'USED' || status === 'DENIED') return [];
  const label = status === 'EXPIRED' ? 'Expired' : 'Expires';
  return [{ label, value: <RelativeTime at={expires_at} /> }];
}

function decisionItems(approval: NamedApproval) {
  const { decided_by, decided_by_name, decided_at, used_invocation } = approval;
  return [
    ...(decided_by ? [{ label: 'Decided by', value: decided_by_name ?? decided_by }] : []),
    ...(decided_at ? [{ label: 'Decided', value: <RelativeTime at={decided_at} /> }] : []),
    ...(used_invocation
      ? [
          {
            label: 'Used by',
            value: <TextLink href={`/ledger/${used_invocation}`}>The call in the ledger</TextLink>,
          },
        ]
      : []),
  ];
}
