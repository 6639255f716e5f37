import { renderMetrics } from '@/lib/observability/metrics';
import { runtime } from '@/lib/runtime';
import { inflight, killSet } from '../incidents/parts';
import { LIVE_SECONDS } from './replica';

/** The page for Prometheus. Open to anyone: it names no tenant and no person. */
export async function readMetrics(): Promise<{ body: string; contentType: string }> {
  const { rows } = await runtime().db.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM replicas WHERE stopped_at IS NULL
       AND heartbeat_at > clock_timestamp() - make_interval(secs => ${LIVE_SECONDS})`,
  );
  return renderMetrics({
    killSetAgeMs: killSet().age(),
    openIncidents: killSet().open().length,
    inflight: inflight().count(),
    replicas: rows[0]?.n ?? 0,
  });
}
