import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './root.mjs';

/** What a step was last made from: kept beside the packages, gone when they are. */
const stampFile = (name) => join(ROOT, 'node_modules', '.cache', 'capstan', `${name}.stamp`);

export function isStamped(name, value) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, 'utf8') === value;
}

export function stamp(name, value) {
  const file = stampFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

function* filesUnder(path, skip) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const child = join(path, entry.name);
    if (skip.includes(child)) continue;
    if (entry.isDirectory()) yield* filesUnder(child, skip);
    else if (entry.isFile()) yield child;
  }
}

/**
 * One hash over names and contents.
 *
 * @param {string[]} paths files and folders, relative to the project
 * @param {string[]} [skip] folders left out
 */
export function hashFiles(paths, skip = []) {
  const hash = createHash('sha256').update(process.version.split('.')[0]);
  const left = skip.map((path) => join(ROOT, path));
  for (const path of paths) {
    for (const file of filesUnder(join(ROOT, path), left)) {
      hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}
