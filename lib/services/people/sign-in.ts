import { isPassword } from '@/lib/auth/password';
import { runtime } from '@/lib/runtime';
import { countAttempt, forgetAttempts } from './sign-in-limits';

export type SignedIn = { userId: string; email: string; name: string; sessionEpoch: number };

type Credentials = { email: string; password: string; address: string | null; now: Date };

/**
 * Checks e-mail and password. Null says no more than "not this e-mail with this password": unknown,
 * wrong, deactivated and password-less people get the same answer after the same work.
 *
 * @throws ServiceError LIMIT_EXCEEDED after too many attempts.
 */
export async function signInWithPassword(input: Credentials): Promise<SignedIn | null> {
  const email = input.email.trim().toLowerCase();
  await countAttempt({ email, address: input.address, now: input.now });
  const { prisma } = runtime().db;
  const user = await prisma.user.findUnique({ where: { email } });
  const right = await isPassword(input.password, user?.passwordHash ?? null);
  if (!user || !right || !user.active) return null;
  await forgetAttempts(email, input.now);
  await prisma.user.updateMany({ where: { id: user.id }, data: { lastSeenAt: input.now } });
  return { userId: user.id, email, name: user.name, sessionEpoch: user.sessionEpoch };
}
