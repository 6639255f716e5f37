'use server';

import { action } from '@/lib/actions/action';
import { attestManySchema, decideOfferSchema, offerBodySchema } from '@/lib/schemas/ownership';
import { attestMany } from '@/lib/services/ownership/attest-many';
import { decideOffer } from '@/lib/services/ownership/decide-offer';
import { offerOwnership } from '@/lib/services/ownership/offer-ownership';

export const attestChosen = action(attestManySchema, attestMany);
export const offer = action(offerBodySchema, offerOwnership);
export const decide = action(decideOfferSchema, decideOffer);
