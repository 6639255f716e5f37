import { OpenAPIHono } from '@hono/zod-openapi';
import { ServiceError } from '@/lib/services/errors';
import { newId } from '@/lib/services/ids';
import { knownError } from '@/lib/services/known-error';
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
  // Made once, at the first question: it is big, never changes, and anybody may ask for it.
  let description: string | undefined;
  app.get('/api/openapi.json', () => {
    description ??= JSON.stringify(app.getOpenAPI31Document(OPENAPI_INFO));
    return new Response(description, { headers: { 'content-type': 'application/json' } });
  });
  app.notFound((c) => {
    const message = `No ${c.req.method} ${c.req.path} here; see /api/openapi.json.`;
    return problemResponse(new ServiceError('NOT_FOUND', message), newId('req'));
  });
  app.onError((error) => {
    const requestId = newId('req');
    return problemResponse(knownError(error, requestId), requestId);
  });
  return app;
}
