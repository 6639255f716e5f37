import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStorable } from '@/lib/core/shared/storable';
import { contractJsonSchema } from '@/lib/schemas/contract';
import {
  parseContracts,
  readYaml,
  updateDocument,
  writeContract,
} from '@/lib/schemas/contract-yaml';

const HEAD = `api_version: capstan/v1
kind: Capability
id: weather.city.read
type: REST_TOOL
owner: core
description: Returns the weather of one city.
`;

const first = (text: string) => {
  const [problem] = parseContracts(text).problems;
  if (!problem) throw new Error('It should have been refused.');
  return problem;
};

describe('what is written is what is read', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((one) => one.trim())
    .filter(isStorable);
  const leaf = fc.oneof(
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    // Written as JSON, a negative zero is zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
  );
  const key = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one !== '__proto__');
  const json = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('any'), { maxLength: 4 }), tie('object')),
    object: fc.dictionary(key, tie('any'), { maxKeys: 5, noNullPrototype: true }),
  }));
  const contract = fc.record(
    {
      api_version: fc.constant('capstan/v1'),
      kind: fc.constant('Capability'),
      id: fc.constant('weather.city.read'),
      type: fc.constant('REST_TOOL'),
      owner: fc.constant('core'),
      description: fc
        .oneof(
          text,
          fc.constantFrom('查询城市天气\n第二行', 'yes', '1e3', '# no', "it's: a", '- x', '\u200b'),
        )
        .map((one) => one.trim()),
      version: fc.constantFrom('1.0', '2.10', '10.0'),
      tags: fc.uniqueArray(fc.constantFrom('on', 'no', 'a:b', '1.5', 'null'), { maxLength: 4 }),
      inputs: json.object,
      outputs: fc.oneof(json.object, fc.constant(null)),
      annotations: json.object,
      safe_example: fc.oneof(json.object, fc.constant(null)),
    },
    { requiredKeys: ['api_version', 'kind', 'id', 'type', 'owner'] },
  );

  it('for any contract', () => {
    fc.assert(
      fc.property(contract, (made) => {
        const { contracts, problems } = parseContracts(writeContract(made, 'http://x/schema'));
        expect(problems).toEqual([]);
        // JSON has no negative zero, and neither has a catalog.
        expect(contracts[0]?.contract).toEqual(JSON.parse(JSON.stringify(made)));
      }),
      { numRuns: 300 },
    );
  });

  it('for any two contracts, one brought up to the other', () => {
    fc.assert(
      fc.property(contract, contract, (before, after) => {
        const [document] = readYaml(writeContract(before)).documents;
        if (!document) throw new Error('One was written.');
        updateDocument(document, after);
        const { contracts } = parseContracts(String(document));
        expect(contracts[0]?.contract).toEqual(JSON.parse(JSON.stringify(after)));
      }),
      { numRuns: 200 },
    );
  });

  it('with comments and order where a document is brought up to date', () => {
    const text = `# Who asks: ops\n${HEAD}limits: { timeout: PT3S } # slow upstream\ntags:\n  # as in the runbook\n  - weather\n`;
    const [document] = readYaml(text).documents;
    if (!document) throw new Error('One was written.');
    updateDocument(document, { ...document.toJS(), owner: 'other' });
    expect(String(document)).toBe(text.replace('owner: core', 'owner: other'));
  });
});

describe('what is refused', () => {
  it.each([
    ['a repeated field', `${HEAD}owner: other\n`, 7, 'written twice'],
    ['an unknown field', `${HEAD}ownr: core\n`, 7, 'no such field'],
    ['a version without quotes', `${HEAD}version: 1.10\n`, 7, 'in quotes'],
    ['a tag', `${HEAD}title: !!js/function x\n`, 7, 'Take the tag'],
    ['a complex key', `${HEAD}? [a]\n: b\n`, 7, 'plain text'],
    ['a prototype', `${HEAD}metadata: { __proto__: { admin: true } }\n`, 7, 'this name'],
    ['a tab', `${HEAD}limits:\n\ttimeout: PT1S\n`, 8, ''],
    ['an alias of nothing', `${HEAD}title: *gone\n`, 1, 'Unresolved alias'],
    ['a secret', `${HEAD}metadata: { api_key: x }\n`, 7, 'No secrets'],
    ['another api version', HEAD.replace('capstan/v1', 'capstan/v2'), 1, 'capstan/v1'],
    ['an id of another shape', HEAD.replace('weather.city.read', '../etc'), 3, 'lower-case words'],
    ['another kind', 'kind: Pod\n', 1, 'Write kind'],
    ['a list', '- a\n', 1, 'Write kind'],
    ['the same twice', `${HEAD}---\n${HEAD}`, 8, 'already'],
    ['scopes and none', `${HEAD}auth: { scopes: { none: true, required: [a] } }\n`, 7, 'Either'],
  ])('%s, with its line', (_name, text, line, words) => {
    const problem = first(text);
    expect(problem.message).toContain(words);
    expect(problem.line).toBe(line);
  });

  it('says which document and field', () => {
    const problem = first(
      `${HEAD}---\n${HEAD.replace('city', 'town')}limits:\n  calls_per_run: 0\n`,
    );
    expect(problem).toMatchObject({
      document: 2,
      path: 'limits.calls_per_run',
      line: 15,
      column: 3,
    });
  });

  // Deep nesting can end the whole process inside the parser, past any catch.
  it.each([
    ['lists on one line', '- '.repeat(20_000)],
    ['lists in lists', '['.repeat(20_000)],
    ['maps in maps', '{"a":'.repeat(20_000)],
    ['explicit keys', '? '.repeat(20_000)],
    [
      'indented maps',
      Array.from({ length: 3_000 }, (_one, depth) => `${' '.repeat(depth)}a:\n`).join(''),
    ],
    ['anchors', '&a '.repeat(20_000)],
    [
      'aliases of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replaceAll(
        /./g,
        (one) =>
          `${one}: &${one} [${Array(9)
            .fill(`*${String.fromCharCode(one.charCodeAt(0) - 1)}`)
            .join(',')}]\n`,
      )}`,
    ],
    ['a huge text', `${HEAD}title: "${'x'.repeat(9_000_000)}"`],
    ['many documents', '---\na: 1\n'.repeat(3_000)],
  ])('%s, at once', (_name, text) => {
    const started = performance.now();
    expect(parseContracts(text).problems.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(8_000);
  });

  it('keeps long lines of text, which nest nothing', () => {
    const text = `${HEAD.replace(/description.*\n/, '')}description: |\n  ${'-'.repeat(500)}\n${' '.repeat(400)}x\n`;
    expect(parseContracts(text).problems).toEqual([]);
  });
});

describe('the schema for editors', () => {
  it('knows every kind and field, and needs no other file', () => {
    const schema = JSON.stringify(contractJsonSchema());
    for (const word of [
      'Capability',
      'Team',
      'Backend',
      'Provider',
      'inputs_file',
      'deprecation',
    ]) {
      expect(schema).toContain(`"${word}"`);
    }
    expect(schema).not.toMatch(/"\$ref":"[^#]/);
  });
});
