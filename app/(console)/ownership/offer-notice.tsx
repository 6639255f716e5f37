import { Callout } from '@/components/ui/callout';
import { TextLink } from '@/components/ui/text-link';
import type { OwnedKind } from '@/lib/schemas/ownership';
import type { Context } from '@/lib/services/context';
import { findOpenOffer } from '@/lib/services/ownership/list-offers';

type Props = { ctx: Context; target: { tenantId: string; kind: OwnedKind; id: string } };

/** On the page of something that is offered to another team now. */
export async function OfferNotice({ ctx, target }: Props) {
  const offer = await findOpenOffer(ctx, target);
  if (!offer) return null;
  return (
    <Callout
      tone="info"
      title={`Offered to ${offer.to.name}`}
      action={
        <TextLink href={`/ownership?tab=offers&offer=${offer.id}`}>
          {offer.may.accept ? 'Answer it' : 'See the offer'}
        </TextLink>
      }
    >
      {offer.from.name} owns it until a member of that team agrees.
    </Callout>
  );
}
