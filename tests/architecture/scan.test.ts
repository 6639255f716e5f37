import { describe, expect, it } from 'vitest';
import { PATTERNS } from './rules/language';
import { longFunctions } from './support/functions';
import { closing, scanText } from './support/scan';

describe('the scanner the rules stand on', () => {
  it('blanks comments, strings, templates and regular expressions, and keeps the length', () => {
    const text = [
      "a('x // y'); /* any */ b(`t $",
      '{c(`u`)} any`) // z\nreturn /any[\'"]/g.test(d) / 2;',
    ].join('');
    const { code, bare } = scanText(text);
    expect(code).toHaveLength(text.length);
    expect(bare).toHaveLength(text.length);
    expect(code).toContain("'x // y'");
    expect(code).not.toContain('z');
    expect(bare).not.toContain('any');
    expect(bare).toContain('.test(d) / 2;');
  });

  it('is not led astray by an apostrophe in text of elements', () => {
    const { bare } = scanText("<p>Don't</p>\n<p>{process.env.A}</p>");
    expect(bare).toContain('process.env.A');
  });

  it('finds the end of a bracket', () => {
    const text = 'f({ a: [1, (2)] }) + g()';
    expect(text.slice(1, closing(text, 1))).toBe('({ a: [1, (2)] })');
  });

  it('measures functions of every shape', () => {
    const body = '\n  x();'.repeat(6);
    const names = [
      `export async function one(a: string): Promise<void> {${body}\n}`,
      `export const two = (a: string) => {${body}\n};`,
      `class A {\n  three(a = {}): B {${body}\n  }\n}`,
      `if (a) {${body}\n}`,
    ].flatMap((text) => longFunctions(scanText(text).bare, 5).map(({ name }) => name));
    expect(names).toEqual(['one', 'two', 'three']);
  });
});

describe('the patterns', () => {
  const SAMPLES: [rule: string, code: string][] = [
    ['the environment is read in lib/config/env.ts', 'const a = process.env.PORT;'],
    ['lib/core has no clock, randomness or world', 'const now = new Date();'],
    ['lib/core has no clock, randomness or world', 'const id = Math.random();'],
    ['no any', 'function f(a: any) {}'],
    ['no any', 'const a = b as any;'],
    ['no any', 'const a: Record<string, any> = {};'],
    ['no non-null assertion', 'const a = b.get(c)!;'],
    ['no non-null assertion', 'a!.b();'],
    ['no double cast', 'const a = b as unknown as C;'],
    ['no TypeScript enum or namespace', 'export enum A { B }'],
    [
      'a ServiceError is recognised by its code, two bundles have two classes',
      'e instanceof ServiceError',
    ],
  ];

  it.each(SAMPLES)('%s: %s', (name, code) => {
    const rule = PATTERNS.find((one) => one.rule === name);
    expect(rule?.pattern.test(scanText(code).bare)).toBe(true);
  });

  it('let correct code through', () => {
    const fine =
      'if (!a) return a !== b && many.any(x); const c: Company[] = [];\n// as any\nnew Date(now);';
    const { bare } = scanText(fine);
    expect(PATTERNS.filter(({ pattern }) => pattern.test(bare)).map(({ rule }) => rule)).toEqual(
      [],
    );
  });
});
