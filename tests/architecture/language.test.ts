import { describe, expect, it } from 'vitest';
import { BIOME_RULES, PATTERNS, type PatternRule, SUPPRESSIONS } from './rules/language';
import { lineAt, scan } from './support/scan';
import { codeFiles, isUnder, ownFiles, read, textFiles } from './support/tree';

function breaches(rule: PatternRule): string[] {
  const exceptions = Object.keys(rule.except ?? {});
  return ownFiles
    .filter((path) => !rule.under || isUnder(path, ...rule.under))
    .filter((path) => !rule.files || rule.files.test(path))
    .filter((path) => !isUnder(path, ...exceptions))
    .flatMap((path) => {
      const { bare } = scan(path);
      const pattern = new RegExp(rule.pattern, rule.pattern.flags.includes('m') ? 'gm' : 'g');
      return [...bare.matchAll(pattern)].map(
        (match) =>
          `${rule.rule}: ${path}:${lineAt(bare, match.index)} "${match[0].trim()}"; instead: ${rule.instead}`,
      );
    });
}

describe('what is not written', () => {
  it.each(PATTERNS.map((rule) => [rule.rule, rule] as const))('%s', (_name, rule) => {
    expect(breaches(rule)).toEqual([]);
  });

  it('silences no check', () => {
    const found = ownFiles.filter((path) => SUPPRESSIONS.test(read(path)));
    expect(found.map((path) => `${path} silences a check; mend what it complains of`)).toEqual([]);
  });

  it('keeps the linter strict where a pattern cannot see', () => {
    const { linter } = JSON.parse(read('biome.json'));
    const off = BIOME_RULES.filter(([group, rule]) => {
      const value = linter.rules[group]?.[rule];
      return value !== 'error' && value?.level !== 'error';
    });
    expect(off).toEqual([]);
  });
});

describe('names', () => {
  const FILE = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.(?:ts|tsx|mjs)$/;
  const FOLDER = /^(?:\.?[a-z0-9]+(?:[-.][a-z0-9]+)*|\([a-z-]+\)|\[(?:\.\.\.)?[a-zA-Z_]+\])$/;

  it('are in kebab-case', () => {
    const odd = codeFiles.filter((path) => {
      const parts = path.split('/');
      const file = parts.pop() ?? '';
      return !FILE.test(file) || parts.some((folder) => !FOLDER.test(folder));
    });
    expect(odd.map((path) => `${path}: name it in kebab-case`)).toEqual([]);
  });
});

describe('places', () => {
  /** Spelled in two halves, so that this file does not name them. */
  const HOSTS = ['registry.' + 'npmjs', 'registry.' + 'yarnpkg', 'pypi.' + 'org', 'jfrog.' + 'io'];
  const MACHINE = /(?<![\w.:*])\/(?:work|home|root|Users|workspace)\/[\w.-]+/;

  it('names no path of one machine', () => {
    const found = textFiles.flatMap((path) => {
      const match = MACHINE.exec(read(path));
      return match
        ? [`${path} names ${match[0]}; make it relative to the project or a temporary folder`]
        : [];
    });
    expect(found).toEqual([]);
  });

  it('names no package registry', () => {
    const found = textFiles.filter((path) => {
      const text = read(path);
      return HOSTS.some((host) => text.includes(host));
    });
    expect(found.map((path) => `${path} names a registry; leave it to the person's npm`)).toEqual(
      [],
    );
    const field = 'resolved';
    const resolved = new RegExp(`"${field}": "https?://([^/"]+)`).exec(read('package-lock.json'));
    expect(resolved?.[1] ?? null, 'package-lock.json names a host; see .npmrc').toBeNull();
  });
});
