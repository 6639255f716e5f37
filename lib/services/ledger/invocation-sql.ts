import { recordScope } from '@/lib/core/policy/authorize';
import type { Prisma } from '@/lib/db/generated/client';
import type { InvocationFilter } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { callScope } from './call-scope';

/** Collects the values of a statement while its text is put together. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
  /** A piece of SQL with values of its own. */
  embed({ strings, values }: Prisma.Sql): string {
    return strings.reduce((text, part, index) => `${text}${this.add(values[index - 1])}${part}`);
  }
}

export const INVOCATION_FROM = `FROM invocation_starts s
  LEFT JOIN invocation_ends e ON e.invocation_id = s.invocation_id`;

const STATUS = `COALESCE(s.refused, e.status, 'RUNNING')`;
export const PROVIDER = 'COALESCE(e.provider_id, s.provider_id)';

export const INVOCATION_COLUMNS = `s.invocation_id, ${STATUS} AS status, s.started_at, e.ended_at,
  e.latency_ms, s.tenant_id, s.run_id, s.agent_id, s.agent_name, s.user_id, s.subject,
  s.subject_claimed, s.capability_tenant_id, s.capability_id, s.capability_name, s.version, s.risk,
  ${PROVIDER} AS provider_id, s.backend_id, s.approval_id, s.door, s.request_id, e.cost::float8,
  e.output_bytes, e.error_class, s.refused_reason`;

/**
 * The rows a caller may read and asked for: admin and auditor all of the tenant, others those of
 * agents and capabilities their teams own.
 * @throws ServiceError FORBIDDEN for callers that are no person.
 */
export function invocationWhere(ctx: Context, filter: InvocationFilter, values: Values): string {
  const { actor, tenantId } = ctx;
  if (actor.kind === 'agent') {
    throw new ServiceError('FORBIDDEN', 'The ledger is read by people; use an access token.');
  }
  const scope = recordScope(actor, 'ledger.read', tenantId);
  const parts = [values.embed(callScope(ctx, scope.all ? null : scope.teamIds))];
  const anyOf = (column: string, list: readonly string[] | undefined) => {
    if (list && list.length > 0) parts.push(`${column} = ANY(${values.add(list)}::text[])`);
  };
  anyOf('s.agent_id', filter.agent);
  anyOf('s.capability_id', filter.capability);
  anyOf(PROVIDER, filter.provider);
  anyOf(STATUS, filter.status);
  anyOf('s.risk', filter.risk);
  if (filter.run !== undefined) parts.push(`s.run_id = ${values.add(filter.run)}`);
  if (filter.subject !== undefined) parts.push(`s.subject = ${values.add(filter.subject)}`);
  if (filter.from !== undefined) parts.push(`s.started_at >= ${values.add(filter.from)}`);
  if (filter.to !== undefined) parts.push(`s.started_at < ${values.add(filter.to)}`);
  if (filter.q) {
    const like = values.add(`%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`);
    parts.push(`(s.capability_id ILIKE ${like} OR s.agent_id ILIKE ${like}
      OR s.agent_name ILIKE ${like} OR s.subject ILIKE ${like} OR s.run_id ILIKE ${like}
      OR s.invocation_id ILIKE ${like})`);
  }
  return parts.join(' AND ');
}
