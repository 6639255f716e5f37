import type { OpenAPIHono } from '@hono/zod-openapi';
import { serveMcp } from '@/lib/mcp/door';
import { log } from '@/lib/observability/log';
import { isServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { problemResponse } from '../problem';

/** `/api/mcp`: failures before the protocol is reached are plain HTTP problems. */
export function registerMcp(app: OpenAPIHono): void {
  app.all('/api/mcp', async (c) => {
    const requestId = newId('req');
    try {
      return await serveMcp(c.req.raw, requestId);
    } catch (error) {
      if (!isServiceError(error)) {
        log.error({ err: error, request_id: requestId }, 'unexpected error at the MCP door');
      }
      return problemResponse(error, requestId);
    }
  });
}
