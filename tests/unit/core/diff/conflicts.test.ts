import { expect, it } from 'vitest';
import { findConflicts } from '@/lib/core/diff/conflicts';

const BASE = { risk: 'LOW', tags: ['a'] };

it.each([
  ['nothing moved', { risk: 'LOW', tags: ['a'] }, { risk: 'HIGH', tags: ['b'] }, []],
  [
    'the proposal is there already',
    { risk: 'HIGH', tags: ['b'] },
    { risk: 'HIGH', tags: ['b'] },
    [],
  ],
  [
    'another field moved',
    { risk: 'LOW', tags: ['a'], owner: 'x' },
    { risk: 'HIGH', tags: ['a'] },
    [],
  ],
  ['one field both ways', { risk: 'MEDIUM', tags: ['a'] }, { risk: 'HIGH', tags: ['b'] }, ['risk']],
  ['a field is gone', { tags: ['a'] }, { risk: 'HIGH', tags: ['a'] }, ['risk']],
  [
    'a list is one value',
    { risk: 'LOW', tags: ['a', 'b'] },
    { risk: 'LOW', tags: ['a', 'c'] },
    ['tags'],
  ],
  [
    'moved, and proposed as it was',
    { risk: 'MEDIUM', tags: ['a'] },
    { risk: 'LOW', tags: ['a'] },
    ['risk'],
  ],
])('tells what both sides changed: %s', (_name, now, proposed, fields) => {
  const found = findConflicts(BASE, now, proposed);
  expect(found.map(({ field }) => field)).toEqual(fields);
  for (const { field, base } of found)
    expect(base).toEqual(Object.entries(BASE).find(([key]) => key === field)?.[1]);
});
