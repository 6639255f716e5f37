import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** Folders no rule looks into: made by tools, or not of the project. */
const SKIPPED = new Set(['node_modules', '.next', '.git', 'test-results', 'playwright-report']);
const GENERATED = 'lib/db/generated';
const CODE = /\.(?:ts|tsx|mjs)$/;
const TEXT = /\.(?:ts|tsx|mjs|js|json|md|css|sql|prisma|yml|yaml|toml|svg|html|sh|csv|txt)$/;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (path === GENERATED) continue;
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

const all = [...walk('')].sort();

/** Paths of the project's own code, from its root, with forward slashes. */
export const codeFiles: readonly string[] = all.filter(
  (path) => CODE.test(path) && path !== 'next-env.d.ts',
);

/** Everything a person may read, code and text; the lock file is npm's. */
export const textFiles: readonly string[] = all.filter(
  (path) =>
    (TEXT.test(path) || path.startsWith('.ci/')) &&
    path !== 'package-lock.json' &&
    !path.endsWith('.tsbuildinfo'),
);

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function isUnder(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Code that ships or runs in production: everything but tests. */
export const ownFiles: readonly string[] = codeFiles.filter((path) => !isUnder(path, 'tests'));
