import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { readEnv, writeEnv } from './lib/boot/child-env.mjs';
import { listen } from './lib/boot/listen.mjs';
import { refuse } from './lib/boot/refuse.mjs';
import { makeRequestGuard } from './lib/boot/request-guard.mjs';
import { ROOT } from './lib/boot/root.mjs';
import { makeSecurityHeaders } from './lib/boot/security-headers.mjs';
import { stopOnSignals } from './lib/boot/shutdown.mjs';
import { wake } from './lib/boot/wake.mjs';

/** Doors that need no page: straight to the Hono app, past Next's routing. */
const FAST =
  /^\/(?:api\/(?:v1|mcp|health|openapi\.json|contract\.schema\.json)|v0\.1|metrics)(?:[/?]|$)/;

const STARTING = {
  status: 503,
  title: 'Not available now',
  code: 'UNAVAILABLE',
  detail: 'Capstan is still starting.',
};

/** Starts everything and answers the address, once requests are served. */
export async function serve({ dev = false } = {}) {
  let handle = (_request, response) => refuse(response, STARTING);
  const server = createServer((request, response) => handle(request, response));
  const host = readEnv('HOST') ?? '127.0.0.1';
  const port = await listen(server, { host, port: Number(readEnv('PORT') ?? 3000) });
  writeEnv('PORT', String(port));
  stopOnSignals(server, () => globalThis.__capstan);

  const app = next({ dev, dir: ROOT, hostname: host, port, httpServer: server });
  await app.prepare();
  const pages = app.getRequestHandler();
  await wake(server, (visit) => {
    handle = visit(pages, handle);
  });
  const { config, fetch, welcome } = globalThis.__capstan;
  const door = getRequestListener(fetch, { overrideGlobalObjects: false });
  const guard = makeRequestGuard({ ...config, port });
  const headers = makeSecurityHeaders({
    ...config,
    dev,
    formTargets: config.oidc ? [new URL(config.oidc.issuer).origin] : [],
  });
  handle = (request, response) => {
    const refused = guard(request);
    if (refused || FAST.test(request.url)) {
      headers.forApi(response);
      return refused ? refuse(response, refused) : door(request, response);
    }
    headers.forPage(request, response);
    return pages(request, response);
  };
  return { url: config.baseUrl, welcome };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { start } = await import('./lib/boot/start-server.mjs');
  await start({ dev: process.argv.includes('--dev') }, async () => ({ serve }));
}
