import type { JsonObject } from '@/lib/core/shared/json';
import type { BulkTool } from '../support/bulk-catalog';

const VERBS =
  'list get create update delete search export import archive share approve cancel'.split(' ');
const THINGS =
  'invoice customer order shipment ticket employee contract payment calendar message file report branch pipeline sensor recipe flight booking policy claim patient lesson track playlist asset'.split(
    ' ',
  );
const WHERE =
  'accounting sales warehouse support hiring legal treasury office storage engineering travel insurance clinic school studio'.split(
    ' ',
  );

const pick = (words: readonly string[], index: number) => words[index % words.length] ?? '';
const words = (index: number) => ({
  verb: pick(VERBS, index),
  thing: pick(THINGS, Math.floor(index / VERBS.length)),
  where: pick(WHERE, Math.floor(index / (VERBS.length * THINGS.length)) + index),
});

/** Tools as a large company has them: a verb, a thing and a place, in sentences that overlap. */
export function makeTools(count: number): BulkTool[] {
  return Array.from({ length: count }, (_, index) => {
    const { verb, thing, where } = words(index);
    return {
      id: `bench.${verb}_${thing}_${index}`,
      description: `${verb} a ${thing} of the ${where} department. Takes its number and the period it belongs to; answers the ${thing} with its state.`,
      tags: [where],
      inputSchema: schemaOf(thing),
    };
  });
}

/** What people ask for, near some tool and in other words. */
export function sentenceOf(index: number): string {
  const { verb, thing, where } = words(index * 7_919);
  return `I need to ${verb} the latest ${thing} for our ${where} team before Friday`;
}

function schemaOf(thing: string): JsonObject {
  return {
    type: 'object',
    properties: {
      [`${thing}_number`]: { type: 'string', description: `Number of the ${thing}` },
      period: { type: 'string', description: 'Month or quarter' },
    },
  };
}
