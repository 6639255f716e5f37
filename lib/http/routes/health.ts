import type { OpenAPIHono } from '@hono/zod-openapi';
import { getHealth } from '@/lib/services/health/get-health';

/** `/api/health`: 200 while this process can answer calls, 503 while it cannot. No key needed. */
export function registerHealth(app: OpenAPIHono): void {
  app.get('/api/health', async (c) => {
    const health = await getHealth();
    return c.json(health, health.status === 'ok' ? 200 : 503);
  });
}
