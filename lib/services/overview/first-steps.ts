import { isTeamMember, rolesIn } from '@/lib/core/shared/actor';
import type { FirstStep, Overview } from '@/lib/schemas/overview';
import { requireUser } from '../authorize';
import type { Context } from '../context';

/** What a new install does next, in order; every step links to where it is done. */
export function firstSteps(ctx: Context, counts: Overview['counts']): FirstStep[] {
  const actor = requireUser(ctx.actor);
  const isAdmin = rolesIn(actor, ctx.tenantId).includes('admin');
  const inTeam = actor.teams.some((team) => isTeamMember(actor, ctx.tenantId, team.teamId));
  return [
    {
      done: counts.providers > 0,
      title: 'Bring tools in',
      detail: 'Add an MCP server and sync it: its tools arrive as drafts.',
      href: '/providers',
      action: 'Add a provider',
    },
    {
      done: counts.review + counts.live > 0,
      title: 'Triage the drafts',
      detail: 'Give them an owner and a risk, and submit the ones agents should have.',
      href: '/capabilities?status=DRAFT',
      action: counts.drafts > 0 ? `Triage ${counts.drafts} drafts` : 'See drafts',
    },
    {
      done: counts.people > 1,
      title: 'Invite a second person',
      detail: 'Nobody promotes what they wrote themselves, so it takes two.',
      href: '/people',
      action: isAdmin ? 'Invite a reviewer' : 'See people',
    },
    {
      done: counts.live > 0,
      title: 'Promote to production',
      detail: 'A reviewer who wrote no part of it decides; then agents can find it.',
      href: '/change-requests',
      action: counts.review > 0 ? `Decide ${counts.review}` : 'See change requests',
    },
    {
      done: counts.agents > 0,
      title: 'Connect an agent',
      detail: inTeam
        ? 'Register it, grant it what it needs, and copy its configuration.'
        : 'Its team registers it, grants what it needs, and copies the configuration.',
      href: '/agents',
      action: 'Register an agent',
    },
  ];
}
