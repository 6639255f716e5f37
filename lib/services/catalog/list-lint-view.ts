import { authorize } from '@/lib/core/policy/authorize';
import { Prisma } from '@/lib/db/generated/client';
import { runtime } from '@/lib/runtime';
import type { LintItem, LintReportQuery } from '@/lib/schemas/lint';
import { requireAllowed, requireUser, visibleTenants } from '../authorize';
import type { Context } from '../context';
import { csvLine } from '../csv';
import { decodeCursor, encodeCursor, toPage } from '../cursor';
import { findingsOf } from './rows';

const { sql, join, empty } = Prisma;
const EXPORT_PAGE = 500;

type Filter = Omit<LintReportQuery, 'limit' | 'cursor'>;
type Row = Omit<LintItem, 'finding'> & { finding: unknown; nth: bigint };
export type RuleCount = { rule: string; severity: string; count: number };

/** Findings over the catalog in the order of ids, and how many there are of each rule. */
export async function listLintView(call: {
  ctx: Context;
  input: LintReportQuery;
}): Promise<{ items: LintItem[]; next_cursor: string | null; rules: RuleCount[] }> {
  const { ctx, input } = call;
  const [rows, rules] = await Promise.all([
    readFindings(ctx, input, input.limit + 1, input.cursor),
    countRules(ctx, input),
  ]);
  const page = toPage(rows, input.limit, keysOf);
  return { items: page.items.map(toItem), next_cursor: page.next_cursor, rules };
}

/** The same by page number, with the total, for the console. */
export async function listLintTable(call: {
  ctx: Context;
  input: { filter: Filter; page: number; pageSize: number };
}): Promise<{ rows: LintItem[]; total: number; rules: RuleCount[] }> {
  const { ctx, input } = call;
  const { filter, page, pageSize } = input;
  const [found, rules] = await Promise.all([
    readFindings(ctx, filter, pageSize, undefined, (page - 1) * pageSize),
    countRules(ctx, filter),
  ]);
  const total = rules
    .filter(({ rule }) => filter.rule === undefined || rule === filter.rule)
    .reduce((sum, { count }) => sum + count, 0);
  return { rows: found.map(toItem), total, rules };
}

const FIELDS = ['capability_id', 'name', 'status', 'owner', 'rule', 'severity', 'message'] as const;

/** Every matching finding as a CSV file, written while it is read. */
export async function exportLint(call: { ctx: Context; input: Filter }): Promise<Response> {
  const { ctx, input } = call;
  const encoder = new TextEncoder();
  let page = await readFindings(ctx, input, EXPORT_PAGE);
  let header = csvLine([...FIELDS, 'suggestion', 'text', 'providers', 'description']);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(header + page.map(lineOf).join('')));
      header = '';
      const last = page.at(-1);
      if (page.length < EXPORT_PAGE || !last || ctx.signal?.aborted) {
        controller.close();
        return;
      }
      page = await readFindings(ctx, input, EXPORT_PAGE, encodeCursor(keysOf(last)));
    },
  });
  const day = ctx.now.toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="capstan-lint-${day}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

function lineOf(row: Row): string {
  const item = toItem(row);
  const { rule, severity, message, suggestion, spans = [] } = item.finding;
  const marked = spans.map(({ start, end }) => item.description.slice(start, end)).join(' | ');
  return csvLine([
    item.capability_id,
    item.name,
    item.status,
    item.owner,
    rule,
    severity,
    message,
    suggestion,
    marked,
    item.providers.join(' '),
    item.description,
  ]);
}

const keysOf = (row: Row) => [row.capability_id, row.tenant_id, String(row.nth)];

function toItem({ finding, nth: _nth, ...row }: Row): LintItem {
  const [read] = findingsOf([finding]);
  if (!read) throw new Error('A finding is an object.');
  return { ...row, finding: read };
}

async function readFindings(
  ctx: Context,
  filter: Filter,
  limit: number,
  cursor?: string,
  offset = 0,
): Promise<Row[]> {
  requireReader(ctx);
  const [id, tenant, nth] = cursor ? decodeCursor(cursor, ['text', 'text', 'whole']) : [];
  const after =
    id === undefined ? empty : sql`AND (c.id, c.tenant_id, f.nth) > (${id}, ${tenant}, ${nth})`;
  return await runtime().db.prisma.$queryRaw<Row[]>`
    SELECT c.id AS capability_id, c.tenant_id, c.name, c.status, c.owner_team_id AS owner,
      COALESCE(t.name, c.owner_team_id) AS owner_name, c.description, f.finding, f.nth,
      ARRAY(SELECT DISTINCT b.provider_id FROM bindings b WHERE b.tenant_id = c.tenant_id
        AND b.capability_id = c.id AND b.removed_at IS NULL ORDER BY 1) AS providers
    FROM ${source(ctx, filter)}
    LEFT JOIN teams t ON t.tenant_id = c.tenant_id AND t.id = c.owner_team_id
    WHERE ${ruleOf(filter.rule)} ${after}
    ORDER BY c.id, c.tenant_id, f.nth LIMIT ${limit} OFFSET ${offset}`;
}

async function countRules(ctx: Context, filter: Filter): Promise<RuleCount[]> {
  requireReader(ctx);
  return await runtime().db.prisma.$queryRaw<RuleCount[]>`
    SELECT f.finding->>'rule' AS rule, f.finding->>'severity' AS severity, count(*)::int AS count
    FROM ${source(ctx, filter)} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`;
}

function requireReader(ctx: Context): void {
  requireUser(ctx.actor);
  requireAllowed(authorize(ctx.actor, 'catalog.read', { tenantId: ctx.tenantId }));
}

const ruleOf = (rule: string | undefined) =>
  rule === undefined ? sql`TRUE` : sql`f.finding->>'rule' = ${rule}`;

/** Every finding of the rows that match, but for the rule: its counts are of all rules. */
function source(ctx: Context, { severity, owner, provider }: Filter): Prisma.Sql {
  const parts = [
    sql`o.tenant_id IN (${join(visibleTenants(ctx))})`,
    sql`o.dismissed_at IS NULL AND o.status <> 'DISABLED'`,
    sql`jsonb_typeof(o.findings) = 'array'`,
  ];
  if (owner !== undefined) parts.push(sql`o.owner_team_id = ${owner}`);
  if (provider !== undefined) {
    parts.push(sql`EXISTS (SELECT 1 FROM bindings b WHERE b.tenant_id = o.tenant_id
      AND b.capability_id = o.id AND b.provider_id = ${provider} AND b.removed_at IS NULL)`);
  }
  const only = severity === undefined ? sql`TRUE` : sql`e.finding->>'severity' = ${severity}`;
  return sql`(SELECT o.* FROM capabilities o WHERE ${join(parts, ' AND ')}) c
    CROSS JOIN LATERAL (SELECT e.finding, e.nth FROM jsonb_array_elements(c.findings)
      WITH ORDINALITY AS e(finding, nth) WHERE ${only}) f`;
}
