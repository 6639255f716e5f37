import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '@/lib/auth/password';
import { type Role, SHARED_TENANT } from '@/lib/core/shared/domain';
import type { Tx } from '@/lib/db/transaction';
import { runtime } from '@/lib/runtime';
import { transact } from '@/lib/services/announce';
import { recordAudit } from '@/lib/services/audit';
import { type Context, systemContext } from '@/lib/services/context';
import { newId } from '@/lib/services/ids';

/** Row of `settings` in `shared` that says who the first admin is, and that there was one. */
export const FIRST_ADMIN_KEY = 'first_admin';
export const FIRST_SIGN_IN_FILE = 'first-sign-in.txt';
const DEFAULT_ADMIN = 'admin@capstan.local';
const DEMO_REVIEWER = 'reviewer@capstan.local';
const PLATFORM_TEAM = 'platform';

type Account = { email: string; name: string; role: Role; password: string; shown: boolean };

/**
 * Makes the first admin, once in the life of an install, whichever replica comes first; in the
 * demo also a reviewer, because nothing is decided by one pair of eyes. Passwords made here are
 * shown once, in the welcome lines: themselves on a terminal, else a file only its owner reads.
 *
 * @returns whether this call made them
 */
export async function ensureFirstAdmin(
  onTerminal = process.stdout.isTTY === true,
): Promise<boolean> {
  const { config, db, welcome } = runtime();
  const key = { tenantId: SHARED_TENANT, key: FIRST_ADMIN_KEY };
  if (await db.prisma.setting.findUnique({ where: { tenantId_key: key } })) return false;
  const accounts = planAccounts(config);
  const hashes = await Promise.all(accounts.map((account) => hashPassword(account.password)));
  const shown = accounts.filter((account) => account.shown);
  // The file is there before the accounts are: a crash in between loses no password.
  const file = !onTerminal && shown.length > 0 ? await writeOnce(config.dataDir, shown) : null;
  const made = await transact((tx) => makeAccounts(tx, accounts, hashes));
  if (!made) {
    if (file) await rm(file, { force: true });
    return false;
  }
  if (file) welcome.push(`First sign-in: e-mail and password are in ${file}; delete it after.`);
  else if (shown.length > 0) welcome.push(...describe(shown));
  return true;
}

function planAccounts(config: ReturnType<typeof runtime>['config']): Account[] {
  const { email, password } = config.admin;
  const admin: Account = {
    email: (email ?? DEFAULT_ADMIN).toLowerCase(),
    name: 'Admin',
    role: 'admin',
    password: password ?? randomPassword(),
    shown: password === undefined,
  };
  if (!config.demo) return [admin];
  const reviewer: Account = {
    email: DEMO_REVIEWER,
    name: 'Reviewer',
    role: 'reviewer',
    password: randomPassword(),
    shown: true,
  };
  return [admin, reviewer];
}

/** 144 random bits, as 24 characters people can copy. */
function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}

/** False when another replica was first: the key of the row decides, the other waits for it. */
async function makeAccounts(tx: Tx, accounts: Account[], hashes: string[]): Promise<boolean> {
  const ctx = systemContext('first start', SHARED_TENANT);
  const ids = accounts.map(() => newId('usr'));
  const claimed = await tx.setting.createMany({
    data: {
      tenantId: SHARED_TENANT,
      key: FIRST_ADMIN_KEY,
      value: { user_id: ids[0] ?? '' },
      updatedBy: 'first start',
      updatedAt: ctx.now,
    },
    skipDuplicates: true,
  });
  if (claimed.count === 0) return false;
  for (const [index, account] of accounts.entries()) {
    const id = ids[index] ?? newId('usr');
    await makeAccount(tx, ctx, id, account, hashes[index] ?? null);
  }
  await tx.team.createMany({
    data: { tenantId: SHARED_TENANT, id: PLATFORM_TEAM, name: 'Platform' },
    skipDuplicates: true,
  });
  await tx.teamMember.create({
    data: { tenantId: SHARED_TENANT, teamId: PLATFORM_TEAM, userId: ids[0] ?? '' },
  });
  return true;
}

async function makeAccount(
  tx: Tx,
  ctx: Context,
  id: string,
  { email, name, role }: Account,
  passwordHash: string | null,
): Promise<void> {
  await tx.user.create({ data: { id, email, name, passwordHash } });
  await tx.roleAssignment.create({ data: { tenantId: SHARED_TENANT, userId: id, role } });
  await recordAudit(tx, ctx, {
    action: 'user.create',
    targetKind: 'user',
    targetId: id,
    after: { email, name, roles: [{ tenant: SHARED_TENANT, role }] },
  });
}

function describe(accounts: Account[]): string[] {
  const lines = accounts.map(({ role, email, password }) => `  ${role}: ${email}  ${password}`);
  return ['Sign in with (shown only this once):', ...lines];
}

async function writeOnce(dataDir: string, accounts: Account[]): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, FIRST_SIGN_IN_FILE);
  const text = `${describe(accounts).join('\n')}\n`;
  // Replicas on one folder do not share a file: the loser removes its own.
  const path = await writeFile(file, text, { mode: 0o600, flag: 'wx' }).then(
    () => file,
    async () => {
      const other = `${file}.${process.pid}`;
      await writeFile(other, text, { mode: 0o600 });
      return other;
    },
  );
  return path;
}
