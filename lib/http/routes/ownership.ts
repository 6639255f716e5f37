import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  attestManyAnswerSchema,
  attestManySchema,
  decideOfferBodySchema,
  listOffersQuerySchema,
  offerBodySchema,
  offerPageSchema,
  offerPathSchema,
  offerSchema,
  orphaningSchema,
  ownershipPageSchema,
  ownershipQuerySchema,
} from '@/lib/schemas/ownership';
import { teamIdSchema } from '@/lib/schemas/teams';
import { attestMany } from '@/lib/services/ownership/attest-many';
import { decideOffer } from '@/lib/services/ownership/decide-offer';
import { findOrphaning } from '@/lib/services/ownership/find-orphaning';
import { getOffer, listOffers } from '@/lib/services/ownership/list-offers';
import { listOwnershipView } from '@/lib/services/ownership/list-ownership-view';
import { offerOwnership } from '@/lib/services/ownership/offer-ownership';
import { route } from '../route';

const tag = 'Ownership';

export function registerOwnership(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/ownership',
    summary: 'Orphans, and what is overdue or due for recertification',
    tag,
    query: ownershipQuerySchema,
    answers: { 200: ownershipPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listOwnershipView({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/ownership/attest',
    summary: 'Recertify many capabilities at once',
    tag,
    body: attestManySchema,
    answers: { 200: attestManyAnswerSchema },
    handle: async ({ ctx, body }) => ({ body: await attestMany({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/teams/{id}/orphaning',
    summary: 'What nobody would own without this team',
    tag,
    params: teamIdSchema,
    answers: { 200: orphaningSchema },
    handle: async ({ ctx, params }) => ({
      body: await findOrphaning({ ctx, input: { team: params.id } }),
    }),
  });
  registerOffers(app);
}

function registerOffers(app: OpenAPIHono): void {
  route(app, {
    method: 'get',
    path: '/ownership-offers',
    summary: 'Changes of owner that were offered, the newest first',
    tag,
    query: listOffersQuerySchema,
    answers: { 200: offerPageSchema },
    handle: async ({ ctx, query }) => ({ body: await listOffers({ ctx, input: query }) }),
  });
  route(app, {
    method: 'post',
    path: '/ownership-offers',
    summary: 'Offer a capability, provider, agent or backend to another team',
    tag,
    body: offerBodySchema,
    answers: { 201: offerSchema },
    handle: async ({ ctx, body }) => ({ body: await offerOwnership({ ctx, input: body }) }),
  });
  route(app, {
    method: 'get',
    path: '/ownership-offers/{id}',
    summary: 'One offer',
    tag,
    params: offerPathSchema,
    answers: { 200: offerSchema },
    handle: async ({ ctx, params }) => ({ body: await getOffer({ ctx, input: params }) }),
  });
  for (const [decision, summary] of DECISIONS) {
    route(app, {
      method: 'post',
      path: `/ownership-offers/{id}/${decision}`,
      summary,
      tag,
      params: offerPathSchema,
      body: decideOfferBodySchema,
      answers: { 200: offerSchema },
      handle: async ({ ctx, params, body }) => ({
        body: await decideOffer({ ctx, input: { ...body, offer_id: params.id, decision } }),
      }),
    });
  }
}

const DECISIONS = [
  ['accept', 'Agree to a change of owner, for the team that is asked'],
  ['decline', 'Say no to a change of owner'],
  ['withdraw', 'Take an offer back'],
] as const;
