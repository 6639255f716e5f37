import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
  at: number;
};
type Answer = (response: ServerResponse, nth: number) => void;

export type HookReceiver = {
  url: string;
  received: Received[];
  /** How it answers from now on. */
  answer(how: Answer): void;
  close(): Promise<void>;
};

export const ok: Answer = (response) => response.writeHead(204).end();
export const broken: Answer = (response) => response.writeHead(500).end('no');

/** A receiver of webhooks over real HTTP, that notes what came. */
export async function startHookReceiver(how: Answer = ok): Promise<HookReceiver> {
  const received: Received[] = [];
  let answer = how;
  const server = createServer(async (request, response) => {
    received.push(await read(request));
    answer(response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer: (next) => {
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const header = (name: string) => String(request.headers[name] ?? '');
  return {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body: Buffer.concat(chunks).toString('utf8'),
    at: Date.now(),
  };
}

/** As the README tells receivers to. */
export function verifies(secret: string, { id, timestamp, body, signature }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const [version, given = ''] = signature.split(',');
  const sent = Buffer.from(given, 'base64');
  return version === 'v1' && sent.length === mac.length && timingSafeEqual(sent, mac);
}
