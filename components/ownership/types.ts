import type { AttestManyAnswer, DecideOffer, Offer, OfferInput } from '@/lib/schemas/ownership';

type Answer<T> =
  | { ok: true; data: T }
  | { ok: false; error: { message: string; fieldErrors?: Record<string, string> } };

export type OnAttest = (input: { ids: string[] }) => Promise<Answer<AttestManyAnswer>>;
export type OnOffer = (input: OfferInput) => Promise<Answer<Offer>>;
export type OnDecide = (input: DecideOffer) => Promise<Answer<Offer>>;
