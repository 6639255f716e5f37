import { OpenAPIHono } from '@hono/zod-openapi';
import { log } from '@/lib/observability/log';
import { ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { problemResponse } from './problem';
import { registerRoutes } from './routes';

/** The OpenAPI document's frame; paths and schemas come from the routes themselves. */
export const OPENAPI_INFO = {
  openapi: '3.1.0',
  info: {
    title: 'Capstan',
    version: '1',
    description: 'Capability registry and tool resolver for AI agents.',
  },
  security: [{ bearer: [] }],
};

/**
 * The REST and MCP doors as one Request -> Response application. Knows nothing of Next; built
 * once a process.
 */
export function buildApp(): OpenAPIHono {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An agent key (cap_agent_…) or a person’s access token (cap_user_…).',
  });
  registerRoutes(app);
  app.get('/api/openapi.json', (c) => c.json(app.getOpenAPI31Document(OPENAPI_INFO)));
  app.notFound((c) => {
    const message = `No ${c.req.method} ${c.req.path} here; see /api/openapi.json.`;
    return problemResponse(new ServiceError('NOT_FOUND', message), newId('req'));
  });
  app.onError((error, c) => {
    const requestId = newId('req');
    log.error({ err: error, request_id: requestId, path: c.req.path }, 'unexpected error');
    return problemResponse(error, requestId);
  });
  return app;
}
