import { ROLES, SHARED_TENANT } from '@/lib/core/shared/domain';
import { isUniqueViolation } from '@/lib/db/errors';
import type { Tx } from '@/lib/db/transaction';
import type { RoleGrant } from '@/lib/schemas/people';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { type Context, systemContext } from '@/lib/services/context';
import { newId } from '@/lib/services/ids';
import type { SignedIn } from './sign-in';

export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
};
export type IdentityPolicy = {
  /** A verified e-mail may take over the account that has it already. */
  linkByEmail: boolean;
  /** `tenant:role` given to people seen for the first time. */
  defaultRoles: readonly string[];
};
export type IdentityAnswer =
  | ({ ok: true } & SignedIn)
  | { ok: false; why: 'inactive' | 'no_email' | 'email_taken' };

type User = { id: string; email: string; name: string; active: boolean; sessionEpoch: number };

/**
 * The account of somebody the identity provider vouches for: by (issuer, subject), else by
 * verified e-mail where the configuration allows it, else a new one without roles.
 */
export async function signInWithIdentity(
  identity: Identity,
  policy: IdentityPolicy,
): Promise<IdentityAnswer> {
  try {
    return await signIn(identity, policy);
  } catch (error) {
    // The same person came through two tabs at once; the other one has made the account.
    if (isUniqueViolation(error) || isConflict(error)) return signIn(identity, policy);
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'CONFLICT';
}

function signIn(identity: Identity, policy: IdentityPolicy): Promise<IdentityAnswer> {
  const ctx: Context = { ...systemContext('sign-in', SHARED_TENANT), door: 'console' };
  return transact(async (tx) => {
    const key = { issuer: identity.issuer, subject: identity.subject };
    const known = await tx.userIdentity.findUnique({
      where: { issuer_subject: key },
      select: { user: true },
    });
    if (known) return enter(tx, ctx, known.user);
    const email = identity.email?.trim().toLowerCase();
    if (!email) return { ok: false, why: 'no_email' };
    const holder = await tx.user.findUnique({ where: { email } });
    if (holder && !(policy.linkByEmail && identity.emailVerified)) {
      return { ok: false, why: 'email_taken' };
    }
    const user = holder ?? (await makeUser(tx, ctx, identity, email, policy));
    await tx.userIdentity.create({ data: { ...key, userId: user.id } });
    await recordAudit(tx, ctx, {
      action: 'user.link_identity',
      targetKind: 'user',
      targetId: user.id,
      after: key,
    });
    return enter(tx, ctx, user);
  });
}

async function enter(tx: Tx, ctx: Context, user: User): Promise<IdentityAnswer> {
  if (!user.active) return { ok: false, why: 'inactive' };
  await tx.user.updateMany({ where: { id: user.id }, data: { lastSeenAt: ctx.now } });
  const { id: userId, email, name, sessionEpoch } = user;
  return { ok: true, userId, email, name, sessionEpoch };
}

async function makeUser(
  tx: Tx,
  ctx: Context,
  identity: Identity,
  email: string,
  policy: IdentityPolicy,
): Promise<User> {
  const name = identity.name?.trim() || email;
  const user = await tx.user.create({ data: { id: newId('usr'), email, name } });
  const roles = await knownRoles(tx, policy.defaultRoles);
  await tx.roleAssignment.createMany({
    data: roles.map(({ tenant, role }) => ({ tenantId: tenant, userId: user.id, role })),
  });
  await recordAudit(tx, ctx, {
    action: 'user.create',
    targetKind: 'user',
    targetId: user.id,
    after: { email, name, roles },
  });
  return user;
}

async function knownRoles(tx: Tx, texts: readonly string[]): Promise<RoleGrant[]> {
  const wanted = texts.flatMap((text) => {
    const [tenant = '', word] = text.split(':');
    const role = ROLES.find((name) => name === word);
    return role ? [{ tenant, role }] : [];
  });
  const ids = wanted.map((role) => role.tenant);
  const tenants = await tx.tenant.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return wanted.filter((role) => tenants.some((tenant) => tenant.id === role.tenant));
}
