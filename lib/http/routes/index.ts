import type { OpenAPIHono } from '@hono/zod-openapi';
import { registerHealth } from './health';

/** Every group of routes, one file a domain. */
export function registerRoutes(app: OpenAPIHono): void {
  registerHealth(app);
}
