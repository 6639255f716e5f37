import { RISKS, type Risk, SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import type { GrantInput } from '@/lib/schemas/agents';
import { type FieldError, ServiceError } from '@/lib/services/errors';
import { type Coverable, covers, type GrantFacts, grantKey } from './grant-widening';

export type GrantedCapability = Coverable & {
  tenantId: string;
  ownerTeamId: string;
  risk: Risk;
  scopes: string[];
  /** Majors that are not retired. */
  majors: number[];
};

export function toFacts({ target, until, ...grant }: GrantInput): GrantFacts {
  const { capability, provider, tag, type } = target;
  const rest = { ...grant, until: until === null ? null : new Date(until) };
  if (capability !== undefined) return { kind: 'capability', target: capability, ...rest };
  if (provider !== undefined) return { kind: 'provider', target: provider, ...rest };
  if (tag !== undefined) return { kind: 'tag', target: tag, ...rest };
  return { kind: 'type', target: type ?? '', ...rest };
}

/**
 * Every capability one of the grants names or covers, of the agent's tenant before `shared`.
 * Dismissed drafts are nobody's.
 */
export async function loadCovered(
  tx: Tx,
  tenantId: string,
  grants: readonly GrantFacts[],
): Promise<GrantedCapability[]> {
  const of = (kind: GrantFacts['kind']) =>
    grants.filter((grant) => grant.kind === kind).map((grant) => grant.target);
  const rows = await tx.capability.findMany({
    where: {
      tenantId: { in: [tenantId, SHARED_TENANT] },
      dismissedAt: null,
      OR: [
        { id: { in: of('capability') } },
        { bindings: { some: { providerId: { in: of('provider') } } } },
        { tags: { hasSome: of('tag') } },
        { type: { in: of('type') } },
      ],
    },
    select: {
      tenantId: true,
      id: true,
      type: true,
      tags: true,
      risk: true,
      ownerTeamId: true,
      requiredScopes: true,
      optionalScopes: true,
      bindings: { select: { providerId: true } },
      majors: { where: { state: { not: 'retired' } }, select: { major: true } },
    },
  });
  return rows.map(({ requiredScopes, optionalScopes, bindings, majors, risk, ...row }) => ({
    ...row,
    risk: RISKS.find((known) => known === risk) ?? 'CRITICAL',
    scopes: [...requiredScopes, ...optionalScopes],
    providerIds: bindings.map((binding) => binding.providerId),
    majors: majors.map((major) => major.major),
  }));
}

type Check = {
  tenantId: string;
  before: readonly GrantFacts[];
  after: readonly GrantFacts[];
  capabilities: readonly GrantedCapability[];
  now: Date;
};

/** @throws ServiceError VALIDATION at every grant that names nothing or asks too much. */
export async function requireSoundGrants(tx: Tx, check: Check): Promise<void> {
  const named = check.after
    .filter((grant) => grant.kind === 'provider')
    .map((grant) => grant.target);
  const providers = await tx.provider.findMany({
    where: { tenantId: { in: [check.tenantId, SHARED_TENANT] }, id: { in: named } },
    select: { id: true },
  });
  const known = new Set(providers.map((provider) => provider.id));
  const written = new Set(check.before.map(grantKey));
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  check.after.forEach((grant, index) => {
    const at = (path: string, message: string) =>
      errors.push({ path: `${index}.${path}`, message });
    if (seen.has(grantKey(grant))) at('target', 'This target is in the list twice.');
    seen.add(grantKey(grant));
    if (grant.kind === 'provider' && !known.has(grant.target)) {
      at('target.provider', `There is no provider "${grant.target}".`);
    }
    capabilityErrors(grant, check.capabilities, at);
    // What expired since it was written may stay in the set; a new one must begin alive.
    if (grant.until && grant.until <= check.now && !written.has(grantKey(grant))) {
      at('until', 'This time has passed; choose one in the future.');
    }
  });
  const first = errors[0];
  if (first) throw new ServiceError('VALIDATION', first.message, { errors });
}

function capabilityErrors(
  grant: GrantFacts,
  capabilities: readonly GrantedCapability[],
  at: (path: string, message: string) => void,
): void {
  const covered = capabilities.filter((capability) => covers(grant, capability));
  if (grant.kind === 'capability' && covered.length === 0) {
    at('target.capability', `There is no capability "${grant.target}".`);
    return;
  }
  const declared = new Set(covered.flatMap((capability) => capability.scopes));
  const unknown = grant.scopes.filter((scope) => !declared.has(scope));
  if (unknown.length > 0) {
    const list = [...declared].sort().join(', ') || 'none';
    at('scopes', `Not declared by what this covers: ${unknown.join(', ')}. Declared: ${list}.`);
  }
  if (grant.major === null) return;
  if (grant.kind !== 'capability') {
    at('major', 'Only a grant on one capability can name a major.');
  } else if (!covered.some((capability) => capability.majors.includes(grant.major ?? 0))) {
    at('major', `"${grant.target}" has no live major ${grant.major}.`);
  }
}
