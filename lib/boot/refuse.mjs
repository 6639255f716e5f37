import { randomUUID } from 'node:crypto';

/**
 * Answers a request that no door has seen with the doors' own kind of problem.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {{ status: number, title: string, code: string, detail: string }} problem
 */
export function refuse(response, { status, title, code, detail }) {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  response.writeHead(status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  });
  const type = `urn:capstan:problem:${code.toLowerCase()}`;
  response.end(JSON.stringify({ type, title, status, detail, code, request_id: requestId }));
}
