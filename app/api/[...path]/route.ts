import { runtime } from '@/lib/runtime';

/**
 * The same door as the server's fast path, for whatever starts Next without it. One application
 * serves both: the one the process built at its start.
 */
function serve(request: Request): Response | Promise<Response> {
  const { fetch } = runtime();
  if (fetch) return fetch(request);
  return new Response('Capstan is still starting.', { status: 503 });
}

export { serve as DELETE, serve as GET, serve as PATCH, serve as POST, serve as PUT };
