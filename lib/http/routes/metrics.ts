import type { OpenAPIHono } from '@hono/zod-openapi';
import { readMetrics } from '@/lib/services/replicas/read-metrics';

/** `/metrics` in Prometheus' text format. No key needed. */
export function registerMetrics(app: OpenAPIHono): void {
  app.get('/metrics', async () => {
    const { body, contentType } = await readMetrics();
    return new Response(body, {
      headers: { 'content-type': contentType, 'cache-control': 'no-store' },
    });
  });
}
