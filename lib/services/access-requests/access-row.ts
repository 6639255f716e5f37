import { authorize, isAllowed } from '@/lib/core/policy/authorize';
import { RISKS } from '@/lib/core/shared/domain';
import {
  ACCESS_STATUSES,
  type AccessRequestView,
  type AccessRights,
} from '@/lib/schemas/access-requests';
import type { Context } from '../context';

/** A request with what it is about; null where that has gone. */
export type AccessRow = {
  tenant_id: string;
  id: string;
  status: string;
  agent_id: string;
  agent_name: string | null;
  agent_owner: string | null;
  capability_tenant_id: string;
  capability_id: string;
  capability_name: string | null;
  risk: string | null;
  capability_owner: string | null;
  declared: string[] | null;
  invoke: boolean;
  scopes: string[];
  until: Date | null;
  reason: string;
  granted_invoke: boolean | null;
  granted_scopes: string[];
  granted_until: Date | null;
  grant_id: string | null;
  has_invoke: boolean | null;
  has_scopes: string[] | null;
  has_until: Date | null;
  requested_by: string;
  requested_by_name: string | null;
  requested_at: Date;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  comment: string;
};

export function toAccessRequest(ctx: Context, row: AccessRow): AccessRequestView {
  const verdict = authorize(ctx.actor, 'access-request.decide', {
    tenantId: row.capability_tenant_id,
    ownerTeamId: row.capability_owner,
  });
  const whyNot = verdict.allowed ? tooLate(ctx, row) : verdict.reasons;
  const waiting = row.status === 'PENDING';
  return {
    id: row.id,
    tenant_id: row.tenant_id,
    status: ACCESS_STATUSES.find((known) => known === row.status) ?? 'WITHDRAWN',
    agent: { id: row.agent_id, name: row.agent_name ?? row.agent_id, owner: row.agent_owner },
    capability: {
      id: row.capability_id,
      tenant_id: row.capability_tenant_id,
      name: row.capability_name ?? row.capability_id,
      risk: RISKS.find((known) => known === row.risk) ?? 'CRITICAL',
      owner: row.capability_owner,
      scopes: row.declared ?? [],
    },
    asked: rights(row.invoke, row.scopes, row.until),
    reason: row.reason,
    granted:
      row.granted_invoke === null
        ? null
        : rights(row.granted_invoke, row.granted_scopes, row.granted_until),
    replaces:
      row.grant_id === null
        ? null
        : rights(row.has_invoke ?? false, row.has_scopes ?? [], row.has_until),
    requested_by: { id: row.requested_by, name: row.requested_by_name ?? row.requested_by },
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by
      ? { id: row.decided_by, name: row.decided_by_name ?? row.decided_by }
      : null,
    decided_at: row.decided_at?.toISOString() ?? null,
    comment: row.comment,
    may_decide: waiting && whyNot.length === 0,
    may_deny: waiting && verdict.allowed,
    may_withdraw: waiting && mayWithdraw(ctx, row),
    why_not: waiting ? whyNot : [],
  };
}

function rights(invoke: boolean, scopes: string[], until: Date | null): AccessRights {
  return { invoke, scopes, until: until?.toISOString() ?? null };
}

function tooLate(ctx: Context, row: AccessRow): string[] {
  if (row.until === null || row.until > ctx.now) return [];
  return ['The end it asks for has passed. Deny it, or let its owners ask again.'];
}

function mayWithdraw(ctx: Context, row: AccessRow): boolean {
  if (row.tenant_id !== ctx.tenantId) return false;
  const target = { tenantId: row.tenant_id, ownerTeamId: row.agent_owner };
  return isAllowed(ctx.actor, 'access-request.create', target);
}
