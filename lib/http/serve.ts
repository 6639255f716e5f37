import { runtime } from '@/lib/runtime';

/** The doors' application as this process built it, for whatever serves requests without server.mjs. */
export function serveDoor(request: Request): Response | Promise<Response> {
  const { fetch } = runtime();
  if (fetch) return fetch(request);
  return new Response('Capstan is still starting.', { status: 503 });
}
