import { expect, it } from 'vitest';
import { resolveLocalReference } from '@/lib/core/shared/json-pointer';

it('reads escapes and never the prototype', () => {
  const root = { $defs: { 'a/b': { '~': [1, 2] } } };
  expect(resolveLocalReference(root, '#/$defs/a~1b/~0/1')).toBe(2);
  expect(resolveLocalReference(root, '#')).toBe(root);
  expect(resolveLocalReference(root, '#/constructor')).toBeUndefined();
  expect(resolveLocalReference(root, '#/%E0%A4%A')).toBeUndefined();
  expect(resolveLocalReference(root, 'https://example.com/#/$defs')).toBeUndefined();
});
