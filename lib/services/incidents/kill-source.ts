import type { OpenIncident } from '@/lib/core/policy/incidents';
import type { OwnConnection } from '../replicas/own-connection';
import type { KillSource } from './kill-set';

const READ_EPOCH = {
  name: 'kill_epoch',
  text: 'SELECT epoch::text FROM kill_epoch WHERE id = 1',
};

/** Epoch and incidents in one statement: one snapshot, so that the epoch names exactly this set. */
const READ_STATE = {
  name: 'kill_state',
  text: `SELECT epoch::text, COALESCE((
      SELECT jsonb_agg(jsonb_build_object('incidentId', id, 'kind', target_kind,
        'tenantId', tenant_id, 'id', target_id, 'reason', reason) ORDER BY opened_at, id)
      FROM incidents WHERE restored_at IS NULL
    ), '[]'::jsonb) AS open
    FROM kill_epoch WHERE id = 1`,
};

/** Reads over a connection of its own, so that a busy pool cannot make the set go stale. */
export function killSource(connection: OwnConnection): KillSource {
  return {
    async readEpoch() {
      const { rows } = await connection.prepared<{ epoch: string }>(READ_EPOCH, []);
      return BigInt(rows[0]?.epoch ?? 0);
    },
    async readState() {
      const { rows } = await connection.prepared<{ epoch: string; open: OpenIncident[] }>(
        READ_STATE,
        [],
      );
      return { epoch: BigInt(rows[0]?.epoch ?? 0), open: rows[0]?.open ?? [] };
    },
  };
}
