'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { action } from '@/lib/actions/action';
import { forgetSession, requireSessionContext, SIGN_IN_PATH } from '@/lib/auth/session';
import { createDelegationSchema, endDelegationSchema } from '@/lib/schemas/delegations';
import { changePasswordSchema, createTokenBodySchema } from '@/lib/schemas/people';
import { updateSettingsSchema } from '@/lib/schemas/settings';
import { createTenantSchema } from '@/lib/schemas/tenants';
import { requireUser } from '@/lib/services/authorize';
import { createDelegation } from '@/lib/services/delegations/create-delegation';
import { endDelegation } from '@/lib/services/delegations/end-delegation';
import { changePassword } from '@/lib/services/people/change-password';
import { createToken } from '@/lib/services/people/create-token';
import { revokeToken } from '@/lib/services/people/revoke-token';
import { signOutEverywhere } from '@/lib/services/people/sign-out-everywhere';
import { updateSettings } from '@/lib/services/settings/update-settings';
import { createTenant } from '@/lib/services/tenants/create-tenant';

export const submitSettings = action(updateSettingsSchema, updateSettings);
export const submitNewTenant = action(createTenantSchema, createTenant);
export const submitDelegation = action(createDelegationSchema, createDelegation);
export const submitEndDelegation = action(endDelegationSchema, endDelegation);
export const submitPassword = action(changePasswordSchema, changePassword);

/** A token for oneself: whose it is comes from the session, never from the form. */
export const submitNewToken = action(createTokenBodySchema, ({ ctx, input }) =>
  createToken({ ctx, input: { ...input, user_id: requireUser(ctx.actor).userId } }),
);
export const submitRevokeToken = action(
  z.object({ token_id: z.string().max(64) }),
  ({ ctx, input }) =>
    revokeToken({ ctx, input: { ...input, user_id: requireUser(ctx.actor).userId } }),
);

export async function submitSignOutEverywhere(): Promise<void> {
  const ctx = await requireSessionContext();
  await signOutEverywhere({ ctx });
  await forgetSession();
  redirect(SIGN_IN_PATH);
}
