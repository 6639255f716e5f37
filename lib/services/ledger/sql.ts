const START_COLUMNS = `invocation_id text, writer_id text, seq bigint, prev_hash text, hash text,
  tenant_id text, run_id text, agent_id text, agent_name text, user_id text, subject text,
  subject_claimed text, capability_tenant_id text, capability_id text, capability_name text,
  version text, risk text, provider_id text, backend_id text, approval_id text, door text,
  request_id text, argument_shape jsonb, arguments_digest text, refused text,
  refused_reason text, started_at timestamptz`;

const END_COLUMNS = `invocation_id text, writer_id text, seq bigint, prev_hash text, hash text,
  tenant_id text, status text, provider_id text, latency_ms int, cost numeric, output_bytes int,
  error_class text, ended_at timestamptz`;

/** Column names of a recordset definition, which Prisma's tables share. */
function namesOf(columns: string): string {
  return columns
    .split(',')
    .map((column) => column.trim().split(/\s+/)[0])
    .join(', ');
}

const START_NAMES = namesOf(START_COLUMNS);
const END_NAMES = namesOf(END_COLUMNS);

/**
 * Writes start records ($1, a JSON array) only while the kill epoch is the one they were checked
 * against ($2; null skips the check, for refused calls). The share lock is what holds back an
 * incident's commit until these rows are in; had an incident come first, the lock waits for it
 * and then reads the raised epoch, so that nothing is written and the caller looks again. One
 * statement, so that start is one round trip and the lock lives no longer than its commit.
 */
export const INSERT_STARTS = {
  name: 'ledger_starts',
  text: `WITH held AS MATERIALIZED (SELECT epoch FROM kill_epoch WHERE id = 1 FOR SHARE)
    INSERT INTO invocation_starts (${START_NAMES})
    SELECT ${START_NAMES} FROM jsonb_to_recordset($1::jsonb) AS r(${START_COLUMNS})
    WHERE $2::bigint IS NULL OR (SELECT epoch FROM held) = $2::bigint`,
};

export const INSERT_ENDS = {
  name: 'ledger_ends',
  text: `INSERT INTO invocation_ends (${END_NAMES})
    SELECT ${END_NAMES} FROM jsonb_to_recordset($1::jsonb) AS r(${END_COLUMNS})`,
};

/** The last link a writer has committed, of either kind. */
export const READ_HEAD = `SELECT seq::text, hash FROM (
    (SELECT seq, hash FROM invocation_starts WHERE writer_id = $1 ORDER BY seq DESC LIMIT 1)
    UNION ALL
    (SELECT seq, hash FROM invocation_ends WHERE writer_id = $1 ORDER BY seq DESC LIMIT 1)
  ) links ORDER BY links.seq DESC LIMIT 1`;

/** Which of these invocations ($1 starts, $2 ends) are on record. */
export const READ_PRESENT = `SELECT 'start' AS kind, invocation_id FROM invocation_starts
    WHERE invocation_id = ANY($1::text[])
  UNION ALL SELECT 'end', invocation_id FROM invocation_ends
    WHERE invocation_id = ANY($2::text[])`;

/** A page of a writer's chain after a place, with each record's own columns as JSON. */
export const CHAIN_PAGE = `SELECT kind, seq::text, prev_hash, hash, record FROM (
    (SELECT 'start' AS kind, seq, prev_hash, hash,
       to_jsonb(s) - '{writer_id,seq,prev_hash,hash}'::text[] AS record
     FROM invocation_starts s WHERE writer_id = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3)
    UNION ALL
    (SELECT 'end', seq, prev_hash, hash,
       to_jsonb(e) - '{writer_id,seq,prev_hash,hash}'::text[]
     FROM invocation_ends e WHERE writer_id = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3)
  ) links ORDER BY links.seq LIMIT $3`;
