import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.mjs';
import { runChild } from './run-child.mjs';

/**
 * Generates the Prisma client. Prisma would download a schema engine even for
 * this; naming any existing executable keeps it offline, and it is never run.
 */
export async function generate() {
  const { code, output } = await runChild(
    [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
    {
      quiet: true,
      env: {
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    },
  );
  if (code !== 0) throw new Error(`The database client could not be generated:\n${output.trim()}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await generate();
  console.log('Database client generated.');
}
