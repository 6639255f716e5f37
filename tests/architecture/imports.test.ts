import { describe, expect, it } from 'vitest';
import { LAYERS, type LayerRule, NO_NODE, PACKAGES } from './rules/layers';
import { type Import, importsOf } from './support/imports';
import { codeFiles, isUnder, ownFiles } from './support/tree';

/** `target` is of the project, as far as its first folder tells. */
const isOwn = (target: string) =>
  /^(?:app|components|lib|prisma|tests)\/|^\w[\w.]*\.(?:mjs|ts)$/.test(target);
const layerOf = (path: string) => LAYERS.find(({ from }) => isUnder(path, ...from));
const at = (path: string, found: Import) => `${path}:${found.line} imports ${found.specifier}`;

function breaches(rule: LayerRule): string[] {
  return codeFiles
    .filter((path) => layerOf(path) === rule)
    .flatMap((path) =>
      importsOf(path)
        .filter(({ target }) => isOwn(target))
        .filter((found) => !allows(rule, path, found))
        .map((found) => `${rule.rule}: ${at(path, found)}; instead: ${rule.instead}`),
    );
}

function allows(rule: LayerRule, path: string, { target, typeOnly }: Import): boolean {
  if (isUnder(path, 'lib/core')) {
    const own = path.split('/').slice(0, 3).join('/');
    return isUnder(target, own, 'lib/core/shared');
  }
  if (isUnder(target, ...rule.from, ...rule.may)) return true;
  return typeOnly && isUnder(target, ...(rule.mayTypes ?? []));
}

describe('who may import whom', () => {
  it('gives every file a rule', () => {
    expect(codeFiles.filter((path) => !layerOf(path))).toEqual([]);
  });

  it.each(LAYERS.map((rule) => [rule.rule, rule] as const))('%s', (_name, rule) => {
    expect(breaches(rule)).toEqual([]);
  });

  it('lets nothing in lib import pages or components', () => {
    const found = codeFiles
      .filter((path) => isUnder(path, 'lib'))
      .flatMap((path) =>
        importsOf(path)
          .filter(({ target }) => isUnder(target, 'app', 'components'))
          .map((one) => `lib never imports app or components: ${at(path, one)}`),
      );
    expect(found).toEqual([]);
  });
});

describe('where packages may be used', () => {
  it.each(PACKAGES.map((rule) => [rule.rule, rule] as const))('%s', (_name, rule) => {
    const found = codeFiles
      .filter((path) => !isUnder(path, ...rule.only))
      .flatMap((path) =>
        importsOf(path)
          .filter(({ target }) => rule.packages.test(target))
          .filter(({ typeOnly }) => !(typeOnly && rule.typesAnywhere))
          .map((one) => `${rule.rule}: ${at(path, one)}; instead: ${rule.instead}`),
      );
    expect(found).toEqual([]);
  });

  it.each(NO_NODE.map((rule) => [rule.rule, rule] as const))('%s', (_name, rule) => {
    const found = ownFiles
      .filter((path) => isUnder(path, rule.from))
      .flatMap((path) =>
        importsOf(path)
          .filter(({ target }) => !isOwn(target) && !rule.packages.test(target))
          .map((one) => `${rule.rule}: ${at(path, one)}; instead: ${rule.instead}`),
      );
    expect(found).toEqual([]);
  });
});

describe('cycles', () => {
  it('has no cycle of value imports', () => {
    const cycles = cyclesOf(codeFiles);
    expect(
      cycles.map((cycle) => `cycle: ${cycle.join(' -> ')}; move what both need to a third file`),
    ).toEqual([]);
  });
});

/** Strongly connected groups of more than one file, by Tarjan's algorithm. */
function cyclesOf(files: readonly string[]): string[][] {
  const known = new Set(files);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const lower = (path: string, value: number) =>
    low.set(path, Math.min(low.get(path) ?? value, value));
  const visit = (path: string) => {
    const index = order.size;
    order.set(path, index);
    low.set(path, index);
    stack.push(path);
    for (const { target, typeOnly, dynamic } of importsOf(path)) {
      if (typeOnly || dynamic || !known.has(target)) continue;
      if (!order.has(target)) {
        visit(target);
        lower(path, low.get(target) ?? index);
      } else if (stack.includes(target)) lower(path, order.get(target) ?? index);
    }
    if (low.get(path) !== index) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };
  for (const path of files) if (!order.has(path)) visit(path);
  return cycles;
}
