import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import { mutate } from '@/tests/support/compat/mutate';
import { MUTATORS } from '@/tests/support/compat/mutators';
import { chanceOf } from '@/tests/support/compat/random';
import { sideOf, tryPair } from '@/tests/support/compat/soundness';
import { specimens } from '@/tests/support/corpus';

/** One schema with a place for every kind of change. */
const GROUND: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[a-z]+$', format: 'hostname' },
    count: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    ratio: { type: ['number', 'null'] },
    mode: { type: 'string', enum: ['fast', 'slow', 'dry'] },
    fixed: { const: 'v1' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 4 },
    target: {
      anyOf: [
        { type: 'string' },
        { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      ],
    },
    shape: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['kind', 'radius'],
          additionalProperties: false,
        },
        { type: 'object', properties: { kind: { const: 'dot' } }, required: ['kind'] },
      ],
    },
    next: { $ref: '#/$defs/link' },
  },
  required: ['name'],
  $defs: {
    link: {
      type: 'object',
      properties: { to: { type: 'string' }, next: { $ref: '#/$defs/link' } },
    },
  },
};
const LEGACY: JsonObject = { $schema: 'http://json-schema.org/draft-07/schema#', ...GROUND };

const GROUNDS: [name: string, schema: JsonObject][] = [
  ['everything', GROUND],
  ['everything in draft-07', LEGACY],
  ...specimens.flatMap(({ file, listing }) =>
    (listing.tools ?? []).flatMap((tool): [string, JsonObject][] =>
      isJsonObject(tool) && isJsonObject(tool.inputSchema)
        ? [[`${file} ${String(tool.name)}`, tool.inputSchema]]
        : [],
    ),
  ),
];

describe('mutations of every kind', { timeout: 60_000 }, () => {
  it('applies each kind of change somewhere', () => {
    const idle = Object.entries(MUTATORS).filter(([, mutator]) =>
      [GROUND, LEGACY].every((schema) => mutate(schema, mutator, chanceOf(1)) === null),
    );
    expect(idle.map(([kind]) => kind)).toEqual([]);
  });

  it.each(GROUNDS.map(([name, schema], place) => ({ name, schema, place })))(
    '$name: nothing speaks against what is called compatible',
    ({ schema, place }) => {
      const old = sideOf(schema, chanceOf(7), 20);
      // A specimen that does not compile has no instances, and no judge.
      if (old === null) return;
      const isWhole = schema === GROUND || schema === LEGACY;
      for (const [at, [kind, mutator]] of Object.entries(MUTATORS).entries()) {
        // Small specimens share the kinds out among them: the two whole ones see all.
        if (!isWhole && at % 6 !== place % 6) continue;
        const chance = chanceOf(at);
        const mutated = mutate(schema, mutator, chance);
        const next = mutated && sideOf(mutated, chance, 20);
        if (!next) continue;
        for (const direction of ['input', 'output'] as const) {
          const there = tryPair(direction, old, next);
          const back = tryPair(direction, next, old);
          for (const { result, witness } of [there, back]) {
            const isWrong = result.verdict === 'compatible' && witness !== undefined;
            expect(isWrong ? { kind, direction, witness } : null).toBeNull();
          }
        }
      }
    },
  );
});
