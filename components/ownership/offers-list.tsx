'use client';

import { Handshake } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { useNavigation } from '@/components/ui/navigation';
import { CursorPagination } from '@/components/ui/pagination';
import { RelativeTime } from '@/components/ui/relative-time';
import { TextLink } from '@/components/ui/text-link';
import type { DecideOffer, Offer } from '@/lib/schemas/ownership';
import type { OnDecide } from './types';

const LOOK: Record<Offer['status'], { word: string; tone: Tone }> = {
  OPEN: { word: 'Waits', tone: 'info' },
  ACCEPTED: { word: 'Agreed', tone: 'success' },
  DECLINED: { word: 'Declined', tone: 'neutral' },
  WITHDRAWN: { word: 'Taken back', tone: 'neutral' },
  EXPIRED: { word: 'Expired', tone: 'neutral' },
};

const PLACE = {
  capability: '/capabilities',
  provider: '/providers',
  agent: '/agents',
  backend: '/backends',
} as const;

type Props = {
  offers: readonly Offer[];
  chosen: string | null;
  onDecide: OnDecide;
  pages: ComponentProps<typeof CursorPagination>;
};

/** Changes of owner that were offered, each with what the reader may say to it. */
export function OffersList({ offers, chosen, onDecide, pages }: Props) {
  return (
    <Card flush>
      {offers.length === 0 ? (
        <EmptyState
          icon={<Handshake />}
          title="Nothing was offered yet"
          description="When a team hands something over, the receiving team agrees here first."
        />
      ) : (
        <ul className="divide-y">
          {offers.map((offer) => (
            <li
              key={offer.id}
              aria-current={offer.id === chosen ? 'true' : undefined}
              className={cn(
                'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3',
                offer.id === chosen && 'bg-hover',
              )}
            >
              <OfferText offer={offer} />
              <OfferActs offer={offer} onDecide={onDecide} />
            </li>
          ))}
        </ul>
      )}
      <CursorPagination {...pages} />
    </Card>
  );
}

function OfferText({ offer }: { offer: Offer }) {
  const { target, from, to } = offer;
  const look = LOOK[offer.status];
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-1 text-table">
      <p className="break-words">
        <span className="text-muted">{target.kind}</span>{' '}
        <TextLink href={`${PLACE[target.kind]}/${encodeURIComponent(target.id)}`}>
          <code className="font-mono text-xs">{target.id}</code>
        </TextLink>{' '}
        from {from.name} to <strong className="font-medium">{to.name}</strong>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        <Badge tone={look.tone}>{look.word}</Badge>
        <span>
          offered by {offer.offered_by_name}, <RelativeTime at={offer.offered_at} />
        </span>
        <Waits offer={offer} />
        {offer.change_request_id && (
          <TextLink href={`/change-requests/${offer.change_request_id}`}>Change request</TextLink>
        )}
      </p>
      {offer.reason && <p className="whitespace-pre-wrap break-words text-xs">{offer.reason}</p>}
      {offer.comment && <p className="break-words text-muted text-xs">“{offer.comment}”</p>}
    </div>
  );
}

function Waits({ offer }: { offer: Offer }) {
  if (offer.status !== 'OPEN') {
    return offer.closed_by_name ? <span>by {offer.closed_by_name}</span> : null;
  }
  const names = offer.missing.map((side) => (side === 'from' ? offer.from.name : offer.to.name));
  return (
    <span>
      waits for {names.join(' and ')}, until <RelativeTime at={offer.expires_at} />
    </span>
  );
}

function OfferActs({ offer, onDecide }: { offer: Offer; onDecide: OnDecide }) {
  return (
    <div className="flex shrink-0 gap-1.5">
      {offer.may.accept && <Decide offer={offer} decision="accept" onDecide={onDecide} />}
      {offer.may.decline && <Decide offer={offer} decision="decline" onDecide={onDecide} />}
      {offer.may.withdraw && !offer.may.accept && (
        <Decide offer={offer} decision="withdraw" onDecide={onDecide} />
      )}
    </div>
  );
}

const WORDS = {
  accept: {
    button: 'Agree',
    title: 'Agree to this change of owner?',
    text: 'Your team answers for it from then on: its text, its versions, its access requests and its recertification.',
    confirm: 'Agree',
  },
  decline: {
    button: 'Decline',
    title: 'Decline this change of owner?',
    text: 'It stays with the team that owns it now. It can be offered again.',
    confirm: 'Decline',
  },
  withdraw: {
    button: 'Take back',
    title: 'Take this offer back?',
    text: 'It stays with the team that owns it now. It can be offered again.',
    confirm: 'Take back',
  },
} as const;

function Decide(props: { offer: Offer; decision: DecideOffer['decision']; onDecide: OnDecide }) {
  const { offer, decision, onDecide } = props;
  const { refresh } = useNavigation();
  const words = WORDS[decision];
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant={decision === 'accept' ? 'primary' : 'secondary'}>
          {words.button}
        </Button>
      }
      title={words.title}
      description={words.text}
      confirmLabel={words.confirm}
      reason={{ label: 'Comment' }}
      onConfirm={async ({ reason }) => {
        const answer = await onDecide({ offer_id: offer.id, decision, comment: reason });
        if (!answer.ok) return { error: answer.error.message };
        refresh();
        return undefined;
      }}
    />
  );
}
