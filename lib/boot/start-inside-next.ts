import { isStartupError } from '@/lib/config/startup-error';
import { buildApp } from '@/lib/http/app';
import { bootRuntime } from './boot';

/**
 * Boots and puts the Hono app's door on the slot, where server.mjs finds it: one
 * module graph, one database, one index for the fast path and the pages.
 */
export async function startInsideNext(): Promise<void> {
  try {
    const runtime = await bootRuntime();
    const app = buildApp();
    runtime.fetch = (request) => app.fetch(request);
  } catch (error) {
    // Next would print a stack and go on half alive.
    console.error(isStartupError(error) ? error.message : error);
    process.exit(1);
  }
}
