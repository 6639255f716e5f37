import { coveringIncidents } from '@/lib/core/policy/incidents';
import { canInvoke } from '@/lib/core/policy/invoke';
import type { Deprecation, InvokeFacts, Replacement } from '@/lib/core/policy/invoke-facts';
import {
  type Grant,
  type Grantable,
  isInForce,
  matchGrants,
  targets,
} from '@/lib/core/shared/grants';
import { grantedMajor } from '@/lib/core/shared/majors';
import { type CallRows, loadCall, siteOf } from './load-call';

export type Caller = { tenantId: string; agentId: string };

/** Rows of one call as the facts the pure policy judges. */
export async function toFacts(
  rows: CallRows,
  caller: Caller,
  now: Date,
  requestedVersion?: string,
): Promise<InvokeFacts> {
  const grants = rows.grants.map(toGrant);
  const capability = grantable(rows);
  const { allowedProviders } = rows.agent;
  const reach = matchGrants({ grants, allowedProviders }, capability, now, 'discover');
  const inForce = grants.filter((grant) => isInForce(grant, now) && targets(grant, capability));
  const ends = await deprecations(rows, caller, now);
  return {
    now,
    agent: {
      tenantId: caller.tenantId,
      agentId: caller.agentId,
      active: rows.agent.active,
      roles: rows.agent.roles,
      grantedMajor: grantedMajor(grants, capability, now),
      major: rows.agent.major,
    },
    capability: {
      tenantId: rows.capability.tenantId,
      capabilityId: rows.capability.id,
      status: rows.capability.status,
      risk: rows.capability.risk,
      approvalRequired: rows.capability.approvalRequired,
      approvalWaived: (rows.capability.approvalWaiver ?? '').trim() !== '',
      requiredRoles: rows.capability.requiredRoles,
      requiredScopes: rows.capability.requiredScopes,
      callsPerRun: rows.capability.callsPerRun,
      quarantineReason: rows.capability.quarantineReason,
      deprecation: ends.get(null) ?? null,
      currentMajor: rows.capability.currentMajor ?? 0,
      majors: rows.majors.map(({ since, currentFrom, ...major }) => ({
        ...major,
        since: since === null ? null : new Date(since),
        currentFrom: currentFrom === null ? null : new Date(currentFrom),
        deprecation: ends.get(major.major) ?? null,
      })),
    },
    grants: inForce.map((grant) => ({
      discover: grant.discover,
      invoke: grant.invoke,
      scopes: grant.scopes,
      byName: grant.target.kind === 'capability',
    })),
    providerAllowed: reach.providerAllowed,
    incidents: coveringIncidents(rows.incidents, {
      agent: { tenantId: caller.tenantId, id: caller.agentId },
      capability: { tenantId: rows.capability.tenantId, id: rows.capability.id },
      bindings: rows.bindings.map(siteOf),
    }),
    requestedVersion: requestedVersion ?? null,
  };
}

function grantable(rows: CallRows): Grantable {
  const { id, type, risk, tags } = rows.capability;
  return { id, type, risk, tags, providerIds: rows.bindings.map((item) => item.provider.id) };
}

function toGrant(row: CallRows['grants'][number]): Grant {
  return {
    target: { kind: row.targetKind, id: row.target },
    discover: row.discover,
    invoke: row.invoke,
    scopes: row.scopes,
    until: row.until === null ? null : new Date(row.until),
    major: row.major,
  };
}

async function deprecations(
  rows: CallRows,
  caller: Caller,
  now: Date,
): Promise<Map<number | null, Deprecation>> {
  const out = new Map<number | null, Deprecation>();
  for (const row of rows.deprecations) {
    out.set(row.major, {
      disableAt: new Date(row.disableAt),
      replacement: await replacementFor(row, rows.capability.id, caller, now),
    });
  }
  return out;
}

/** A replacement is named to an agent only if it may discover it. */
async function replacementFor(
  row: CallRows['deprecations'][number],
  self: string,
  caller: Caller,
  now: Date,
): Promise<Replacement | null> {
  if (row.replacementId === null) return null;
  const replacement = { capabilityId: row.replacementId, major: row.replacementMajor };
  if (row.replacementId === self) return { ...replacement, visible: true };
  const other = await loadCall(caller.tenantId, caller.agentId, row.replacementId, now);
  if (!other) return { ...replacement, visible: false };
  const withoutEnds = { ...other, deprecations: [] };
  const verdict = canInvoke(await toFacts(withoutEnds, caller, now));
  return { ...replacement, visible: verdict.code !== 'NOT_FOUND' };
}
