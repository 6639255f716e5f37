import { expect, it } from 'vitest';
import { diffFields } from '@/lib/core/diff/fields';

const before = {
  title: 'Read a file',
  approval_waiver: null,
  tags: ['a', 'b'],
  input_schema: { type: 'object' },
  output_schema: null,
  limits: { timeout: 'PT10S', calls_per_run: 5 },
};

it.each([
  ['nothing', {}, []],
  ['a text', { title: 'Read a folder' }, ['title words']],
  ['a text where none was', { approval_waiver: 'Only reads.' }, ['approval_waiver words']],
  ['an empty text where none was', { approval_waiver: '' }, []],
  ['a list', { tags: ['a'] }, ['tags']],
  ['the order of keys', { limits: { calls_per_run: 5, timeout: 'PT10S' } }, []],
  ['a schema', { input_schema: { type: 'object', properties: { a: {} } } }, ['input_schema tree']],
  ['a schema taken away', { input_schema: null }, ['input_schema tree']],
  ['no schema on either side', { output_schema: null }, []],
])('tells the fields that differ: %s', (_name, change, expected) => {
  const found = diffFields(Object.keys(before), before, { ...before, ...change });
  const shown = found.map(({ field, words, tree }) =>
    [field, ...(tree ? ['tree'] : words ? ['words'] : [])].join(' '),
  );
  expect(shown).toEqual(expected);
});
