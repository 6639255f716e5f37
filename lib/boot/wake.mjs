import { randomUUID } from 'node:crypto';

/**
 * Outside development Next runs instrumentation with its first request. That request
 * is made here, by the server to itself, so that everything is built, or has failed
 * with its line, before anybody else is served.
 *
 * @param {import('node:http').Server} server
 * @param {(visit: (pages: Function, others: Function) => Function) => void} install
 *   takes the handler to serve while waking: Next for this one request, `others` else
 */
export async function wake(server, install) {
  if (globalThis.__capstan?.fetch) return;
  const token = randomUUID();
  install((pages, others) => (request, response) => {
    const mine = request.headers['x-capstan-wake'] === token;
    return mine ? pages(request, response) : others(request, response);
  });
  const { address, port } = server.address();
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address];
  const name = host ?? (address.includes(':') ? `[${address}]` : address);
  const answer = await fetch(`http://${name}:${port}/api/health`, {
    headers: { 'x-capstan-wake': token },
  });
  await answer.arrayBuffer();
  if (!globalThis.__capstan?.fetch) {
    throw new Error(`Capstan did not start: its first request answered ${answer.status}.`);
  }
}
