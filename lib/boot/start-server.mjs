import { writeEnv } from './child-env.mjs';

/**
 * Starts the server in this process and says where it is. What can be fixed by the
 * person who started it ends with one line and exit code 1.
 *
 * @param {{ dev: boolean }} options
 * @param {() => Promise<{ serve: Function }>} [load] the server's module; server.mjs names itself,
 *   because a module that waits for its own import waits for ever
 */
export async function start({ dev }, load = () => import('../../server.mjs')) {
  writeEnv('NODE_ENV', dev ? 'development' : 'production');
  writeEnv('NEXT_TELEMETRY_DISABLED', '1');
  try {
    const { serve } = await load();
    const { url, welcome } = await serve({ dev });
    console.log(`\nCapstan is ready: ${url}`);
    for (const line of welcome) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
