import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The path of a file inside an installed package, looked for upwards from the working directory,
 * or null. Data files of packages have no import specifier when `exports` does not name them, and
 * a bundler moves `import.meta.url`; the working directory of the server is the project's root.
 */
export function findPackageFile(path: string): string | null {
  let folder = process.cwd();
  for (;;) {
    const candidate = join(/* turbopackIgnore: true */ folder, 'node_modules', path);
    if (existsSync(candidate)) return candidate;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
