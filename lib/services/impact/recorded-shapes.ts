import { checkCompatibility } from '@/lib/core/compat/check';
import { checkShape } from '@/lib/core/ledger/check-shape';
import type { ShapeVerdict } from '@/lib/core/ledger/check-shape-model';
import type { ArgumentShape } from '@/lib/core/ledger/shape';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { runtime } from '@/lib/runtime';
import type { ShapeImpact } from '@/lib/schemas/usage';
import { loadVersion } from '../invoke/load-call';
import { sentenceOf } from './shape-sentence';

/** Calls looked at: the latest ones. */
const MAX_CALLS = 1_000;
const MAX_REASONS = 20;

type Key = { tenantId: string; id: string };
type Row = {
  tenant_id: string;
  agent_id: string;
  agent_name: string;
  version: string;
  shape: ArgumentShape;
  calls: number;
};

export type ShapeQuestion = {
  capability: Key;
  /** Only calls of this major; null: of every one. */
  major: number | null;
  /** The input schema the calls are held against. */
  schema: JsonObject;
  /** Only the calls of this tenant's agents; null: of every tenant. */
  tenantId: string | null;
  /** What a mapping makes of a shape before it is judged. */
  map?: (shape: ArgumentShape) => ArgumentShape;
};

/**
 * The last calls of a capability, by the shapes of their arguments, against a schema. Refused calls
 * never count. Equal shapes are judged once.
 */
export async function checkRecordedShapes(question: ShapeQuestion): Promise<ShapeImpact> {
  const rows = await recordedShapes(question);
  const judge = judgeOf(question);
  const judged = [];
  for (const row of rows) judged.push({ row, verdict: await judge(row) });
  return sum(judged);
}

async function recordedShapes({ capability, major, tenantId }: ShapeQuestion): Promise<Row[]> {
  const { rows } = await runtime().db.pool.query<Row>({
    name: 'recorded_shapes',
    text: `SELECT tenant_id, agent_id, max(agent_name) AS agent_name, version,
        argument_shape AS shape, count(*)::int AS calls
      FROM (SELECT * FROM invocation_starts
        WHERE capability_tenant_id = $1 AND capability_id = $2 AND refused IS NULL
          AND ($3::text IS NULL OR tenant_id = $3)
          AND ($4::text IS NULL OR version LIKE $4 || '.%')
        ORDER BY started_at DESC LIMIT ${MAX_CALLS}) s
      GROUP BY tenant_id, agent_id, version, argument_shape`,
    values: [capability.tenantId, capability.id, tenantId, major === null ? null : String(major)],
  });
  return rows;
}

function judgeOf({ capability, schema, map }: ShapeQuestion) {
  const known = new Map<string, ShapeVerdict>();
  return async ({ shape, version }: Row): Promise<ShapeVerdict> => {
    const key = `${version} ${JSON.stringify(shape)}`;
    const found = known.get(key);
    if (found) return found;
    // A mapped call is another call: what its version promised no longer says anything of it.
    const before = map ? null : await inputOf(capability, version);
    const verdict = checkShape({
      shape: map ? map(shape) : shape,
      schema,
      before,
      stillAccepts: stillAccepts(before, schema),
    });
    known.set(key, verdict);
    return verdict;
  };
}

async function inputOf(capability: Key, version: string): Promise<JsonObject | null> {
  const [major = Number.NaN, minor = Number.NaN] = version.split('.').map(Number);
  if (Number.isNaN(major) || Number.isNaN(minor)) return null;
  return (await loadVersion(capability, { major, minor }))?.inputSchema ?? null;
}

/** The comparison of schemas, on a part of each with the definitions it may refer to. */
function stillAccepts(oldRoot: JsonObject | null, newRoot: JsonObject) {
  const known = new Map<Json, Map<Json, boolean>>();
  return (oldPart: Json, newPart: Json): boolean => {
    if (oldRoot === null) return false;
    const answers = known.get(newPart) ?? new Map<Json, boolean>();
    known.set(newPart, answers);
    const answer =
      answers.get(oldPart) ??
      checkCompatibility({
        direction: 'input',
        oldSchema: rooted(oldRoot, oldPart),
        newSchema: rooted(newRoot, newPart),
      }).verdict === 'compatible';
    answers.set(oldPart, answer);
    return answer;
  };
}

function rooted(root: JsonObject, part: Json): JsonObject {
  if (part === root) return root;
  const definitions = Object.fromEntries(
    ['$schema', '$defs', 'definitions'].flatMap((name) => {
      const value = root[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...definitions, ...(isJsonObject(part) ? part : part === false ? { not: {} } : {}) };
}

const COUNT_OF = { fail: 'would_fail', pass: 'would_pass', unknown: 'cannot_tell' } as const;

function sum(judged: { row: Row; verdict: ShapeVerdict }[]): ShapeImpact {
  const total = { would_fail: 0, would_pass: 0, cannot_tell: 0 };
  const agents = new Map<string, ShapeImpact['agents'][number]>();
  const reasons = new Map<string, ShapeImpact['reasons'][number] & { by: Set<string> }>();
  for (const { row, verdict } of judged) {
    const agentKey = `${row.tenant_id}\n${row.agent_id}`;
    const { tenant_id, agent_id, agent_name } = row;
    const none = { would_fail: 0, would_pass: 0, cannot_tell: 0 };
    const agent = agents.get(agentKey) ?? { tenant_id, agent_id, agent_name, ...none };
    agents.set(agentKey, agent);
    const count = COUNT_OF[verdict.outcome];
    agent[count] += row.calls;
    total[count] += row.calls;
    for (const found of new Map(
      verdict.findings
        .filter(({ outcome }) => outcome === verdict.outcome)
        .map((one) => [`${one.path} ${one.reason}`, one]),
    ).values()) {
      const key = `${found.outcome} ${found.path} ${found.reason}`;
      const { path, reason, detail } = found;
      const known = reasons.get(key) ?? {
        path,
        reason,
        detail,
        agents: 0,
        calls: 0,
        by: new Set(),
      };
      known.by.add(agentKey);
      known.calls += row.calls;
      known.agents = known.by.size;
      reasons.set(key, known);
    }
  }
  const ranked = [...reasons]
    .sort(
      ([a, one], [b, other]) => Number(isSoft(a)) - Number(isSoft(b)) || other.calls - one.calls,
    )
    .map(([, { by: _by, ...reason }]) => reason)
    .slice(0, MAX_REASONS);
  const calls = total.would_fail + total.would_pass + total.cannot_tell;
  const list = [...agents.values()].sort(
    (a, b) => b.would_fail - a.would_fail || b.cannot_tell - a.cannot_tell,
  );
  const counted = { calls, ...total, agents: list, reasons: ranked };
  return { ...counted, summary: sentenceOf(counted) };
}

function isSoft(key: string): boolean {
  return key.startsWith('unknown');
}
