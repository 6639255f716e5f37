import type { OpenAPIHono } from '@hono/zod-openapi';
import { serveMcp } from '@/lib/mcp/door';
import { newId } from '@/lib/services/ids';
import { knownError } from '@/lib/services/known-error';
import { problemResponse } from '../problem';

/** `/api/mcp`: failures before the protocol is reached are plain HTTP problems. */
export function registerMcp(app: OpenAPIHono): void {
  app.all('/api/mcp', async (c) => {
    const requestId = newId('req');
    try {
      return await serveMcp(c.req.raw, requestId);
    } catch (error) {
      return problemResponse(knownError(error, requestId), requestId);
    }
  });
}
