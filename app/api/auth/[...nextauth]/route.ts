import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/next-auth';

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** Sign-in, callback and sign-out of next-auth; its options are known only at run time. */
async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const params = await context.params;
  return NextAuth(request, { params }, authOptions());
}

export { handle as GET, handle as POST };
