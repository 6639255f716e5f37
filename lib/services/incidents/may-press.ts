import { authorize } from '@/lib/core/policy/authorize';
import type { Context } from '../context';

/** What the emergency button of a page needs to know: whether this person may press it, else why not. */
export function mayPress(
  ctx: Context,
  target: { tenantId: string; ownerTeamId: string | null },
): { canPress: boolean; whyNot?: string } {
  const verdict = authorize(ctx.actor, 'incident.open', target);
  return verdict.allowed
    ? { canPress: true }
    : { canPress: false, whyNot: verdict.reasons.join(' ') };
}
