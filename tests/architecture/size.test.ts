import { describe, expect, it } from 'vitest';
import { functionsOf } from './support/functions';
import { codeFiles, isUnder, ownFiles, read } from './support/tree';

const MAX_FILE = 500;
const LARGE_FILE = 300;
const MAX_FUNCTION = 100;
const MAX_COMPONENT = 200;

const linesOf = (path: string) => read(path).trimEnd().split('\n').length;

/** A component is a function with a capital letter in a file of elements. */
const limitOf = (path: string, name: string) =>
  path.endsWith('.tsx') && /^[A-Z]/.test(name) ? MAX_COMPONENT : MAX_FUNCTION;

describe('size', () => {
  it(`keeps files at ${MAX_FILE} lines or less`, async ({ annotate }) => {
    const sizes = codeFiles.map((path) => ({ path, lines: linesOf(path) }));
    for (const { path, lines } of sizes) {
      if (lines > LARGE_FILE) await annotate(`${path} has ${lines} lines: is it one thing?`);
    }
    const over = sizes.filter(({ lines }) => lines > MAX_FILE);
    expect(
      over.map(
        ({ path, lines }) => `${path} has ${lines} lines; split it by what changes together`,
      ),
    ).toEqual([]);
  });

  it(`keeps component files at ${MAX_FILE / 2} lines or less`, () => {
    const over = ownFiles
      .filter((path) => isUnder(path, 'components', 'app') && path.endsWith('.tsx'))
      .filter((path) => linesOf(path) > MAX_FILE / 2 + 10);
    expect(over.map((path) => `${path}: move a part into a file beside it`)).toEqual([]);
  });

  it(`keeps functions at ${MAX_FUNCTION} lines or less, components at ${MAX_COMPONENT}`, () => {
    const over = ownFiles.flatMap((path) =>
      functionsOf(path, MAX_FUNCTION)
        .filter(({ name, lines }) => lines > limitOf(path, name))
        .map(
          ({ name, line, lines }) =>
            `${path}:${line} ${name || 'a function'} has ${lines} lines; take a step out`,
        ),
    );
    expect(over).toEqual([]);
  });
});
