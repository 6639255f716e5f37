import { posix } from 'node:path';
import { lineAt, scan } from './scan';
import { codeFiles } from './tree';

export type Import = {
  /** The module as written. */
  specifier: string;
  /** A path of the project, or the specifier of a package or of Node. */
  target: string;
  /** Gone after compilation. */
  typeOnly: boolean;
  /** `import(…)`: evaluated when it is reached, not with the module. */
  dynamic: boolean;
  line: number;
};

const STATIC =
  /^[ \t]*(import|export)\s+(type\s+)?((?:[\w$*]+\s*,?\s*)?(?:\*\s*(?:as\s+[\w$]+)?|\{[^}]*\}|[\w$]+)?)\s*from\s*(['"])([^'"\n]+)\4/gm;
const BARE = /^[ \t]*import\s*(['"])([^'"\n]+)\1/gm;
const DYNAMIC = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;

const known = new Set(codeFiles);
const cache = new Map<string, Import[]>();

export function importsOf(path: string): Import[] {
  const found = cache.get(path);
  if (found) return found;
  const { code } = scan(path);
  const make = (index: number, specifier: string, typeOnly: boolean, dynamic = false): Import => ({
    specifier,
    target: resolve(path, specifier),
    typeOnly,
    dynamic,
    line: lineAt(code, index),
  });
  const imports: Import[] = [];
  for (const match of code.matchAll(STATIC)) {
    const [, , type, clause = '', , specifier = ''] = match;
    imports.push(make(match.index, specifier, type !== undefined || onlyTypes(clause)));
  }
  for (const match of code.matchAll(BARE)) imports.push(make(match.index, match[2] ?? '', false));
  for (const match of code.matchAll(DYNAMIC)) {
    // `typeof import('x')` and `import('x').T` in a type are not told apart here: none are used.
    imports.push(make(match.index, match[2] ?? '', false, true));
  }
  cache.set(path, imports);
  return imports;
}

/** `{ type A, type B }` brings nothing into the compiled module. */
function onlyTypes(clause: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  if (names === undefined) return false;
  const list = names.split(',').map((name) => name.trim());
  return list.every((name) => name === '' || name.startsWith('type '));
}

function resolve(from: string, specifier: string): string {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(from), specifier))
      : null;
  if (base === null) return specifier;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`];
  return candidates.find((path) => known.has(path)) ?? base;
}
