import type { GateFacts } from '@/lib/core/lifecycle/gate-types';
import { effectOf } from '@/lib/core/shared/annotations';
import type { Tx } from '@/lib/db/transaction';
import { authorsOf } from './authors';
import { type CapabilityRecord, findingsOf, objectOf } from './rows';
import { teamFacts } from './teams';

type Extra = Pick<GateFacts, 'decision' | 'deprecation' | 'now' | 'ownerConsent'>;

/** Everything the gates look at, from the row and its team. Findings were made at the last write. */
export async function gateFacts(tx: Tx, row: CapabilityRecord, extra: Extra): Promise<GateFacts> {
  const findings = findingsOf(row.findings);
  const invalid = findings.find((finding) => finding.rule === 'schema-invalid');
  const scopes = [...row.requiredScopes, ...row.optionalScopes];
  return {
    status: row.status,
    ownerTeam: await teamFacts(tx, row.tenantId, row.ownerTeamId),
    recertificationOverdue: row.recertifyBy !== null && row.recertifyBy <= extra.now,
    lint: findings
      .filter((finding) => finding.path === 'description' || finding.path === '')
      .map(({ rule, severity, message, suggestion }) => ({
        rule,
        severity: severity === 'error' || severity === 'warning' ? severity : 'info',
        message,
        suggestion,
      })),
    inputSchemaError: invalid?.message ?? null,
    scopes: scopes.length > 0 || row.scopesNone ? scopes : null,
    risk: row.risk,
    approvalRequired: row.approvalRequired,
    approvalWaiver: row.approvalWaiver,
    limits: {
      timeoutMs: row.timeoutMs,
      callsPerRun: row.callsPerRun,
      ratePerMinute: row.ratePerMinute,
    },
    quarantine: row.quarantinedAt === null ? null : (row.quarantineReason ?? 'drift'),
    nobodyToDecide: (await countDeciders(tx, row)) === 0,
    readOnly: effectOf(objectOf(row.annotations)) === 'read-only',
    smoke: {
      declared: row.safeExample !== null,
      outcome: row.smokeOk === null ? 'not-run' : row.smokeOk ? 'passed' : 'failed',
    },
    ...extra,
  };
}

async function countDeciders(tx: Tx, row: CapabilityRecord): Promise<number> {
  const { tenantId } = row;
  return await tx.user.count({
    where: {
      active: true,
      id: { notIn: await authorsOf(tx, row) },
      roles: { some: { tenantId, role: { in: ['reviewer', 'admin'] } } },
    },
  });
}

/** The end that was announced for the whole capability, as its gates read it; the latest one. */
export async function announcedEnd(
  tx: Tx,
  row: Pick<CapabilityRecord, 'tenantId' | 'id'>,
): Promise<GateFacts['deprecation']> {
  const ends = await tx.deprecation.findFirst({
    where: { tenantId: row.tenantId, capabilityId: row.id, major: null, withdrawnAt: null },
    orderBy: [{ announcedAt: 'desc' }, { id: 'desc' }],
    select: { announcedAt: true, disableAt: true },
  });
  return ends && { ...ends, replacementProblem: null };
}
