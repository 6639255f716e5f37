import type { OpenAPIHono } from '@hono/zod-openapi';
import { serveMcp } from '@/lib/mcp/door';
import { newId } from '@/lib/services/ids';
import { knownError } from '@/lib/services/known-error';
import { readJson } from '../body';
import { MalformedRequest, problemResponse } from '../problem';

/** `/api/mcp`: failures before the protocol is reached are plain HTTP problems. */
export function registerMcp(app: OpenAPIHono): void {
  app.all('/api/mcp', async (c) => {
    const requestId = newId('req');
    try {
      return await serveMcp(c.req.raw, requestId, readJson);
    } catch (error) {
      if (error instanceof MalformedRequest) return problemResponse(error, requestId);
      return problemResponse(knownError(error, requestId), requestId);
    }
  });
}
