import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

let found: string | undefined;

/**
 * The project's folder, found upwards from the working directory. Files read at
 * run time (migrations, worker scripts) hang off it, because inside a bundle a
 * module no longer knows where its source was.
 */
export function projectRoot(): string {
  if (found) return found;
  let folder = process.cwd();
  while (!existsSync(join(folder, 'prisma', 'schema.prisma'))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new Error('Start Capstan inside its own folder: prisma/schema.prisma was not found.');
    }
    folder = parent;
  }
  found = folder;
  return folder;
}

export function projectPath(...parts: string[]): string {
  return join(/* turbopackIgnore: true */ projectRoot(), ...parts);
}
