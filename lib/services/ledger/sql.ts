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

const COUNT_COLUMNS = `tenant_id text, key text, window_start timestamptz, name text, bound int,
  unless_key text`;

/** Adds to counters what a JSON array (the parameter of this place) asks for; see `Count`. */
const counting = (place: number) => `wanted AS (
      SELECT r.tenant_id, r.key, r.window_start, count(DISTINCT r.name)::int AS n,
        min(r.bound) AS bound
      FROM jsonb_to_recordset($${place}::jsonb) AS r(${COUNT_COLUMNS})
      WHERE r.unless_key IS NULL OR NOT EXISTS (
        SELECT 1 FROM call_counters k
        WHERE k.tenant_id = r.tenant_id AND k.key = r.unless_key AND k.window_start = 'epoch')
      GROUP BY 1, 2, 3
    ), counted AS (
      INSERT INTO call_counters AS c (tenant_id, key, window_start, count)
      SELECT tenant_id, key, window_start, n FROM wanted ORDER BY 1, 2, 3
      ON CONFLICT (tenant_id, key, window_start) DO UPDATE SET count = c.count + EXCLUDED.count
      RETURNING tenant_id, key, window_start, count
    ), over_bound AS (
      SELECT 1 FROM counted JOIN wanted USING (tenant_id, key, window_start)
      WHERE counted.count > wanted.bound
    )`;

/** Counts, and answers a row for each bound that is passed; the caller then takes it back. */
export const COUNT = {
  name: 'ledger_count',
  text: `WITH ${counting(1)} SELECT 1 FROM over_bound`,
};

/** SQLSTATE of what `refuse_start` raises; its message is one of `REFUSALS`. */
export const REFUSED_STATE = 'CP001';
export const REFUSALS = { epoch: 'epoch moved', limit: 'over limit' } as const;

/**
 * A whole flush in one round trip and one commit: ends ($4), counters ($3) and starts ($1) under
 * the kill epoch they were checked against ($2; null skips the check). All of it or nothing: a
 * moved epoch or a passed bound raises `REFUSED_STATE`. On the lock, see `INSERT_STARTS`.
 */
export const WRITE_ALL = {
  name: 'ledger_write',
  text: `WITH held AS MATERIALIZED (SELECT epoch FROM kill_epoch WHERE id = 1 FOR SHARE),
    ${counting(3)}, ended AS (
      INSERT INTO invocation_ends (${END_NAMES})
      SELECT ${END_NAMES} FROM jsonb_to_recordset($4::jsonb) AS r(${END_COLUMNS})
    )
    INSERT INTO invocation_starts (${START_NAMES})
    SELECT ${START_NAMES} FROM jsonb_to_recordset($1::jsonb) AS r(${START_COLUMNS})
    WHERE CASE
      WHEN $2::bigint IS NOT NULL AND (SELECT epoch FROM held) <> $2::bigint
        THEN refuse_start('${REFUSALS.epoch}')
      WHEN EXISTS (SELECT 1 FROM over_bound) THEN refuse_start('${REFUSALS.limit}')
      ELSE true END`,
};

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
