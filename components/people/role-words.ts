import type { Role } from '@/lib/core/shared/domain';

/** What each role is for, in one line. */
export const ROLE_WORDS: Record<Role, { label: string; hint: string }> = {
  admin: {
    label: 'Admin',
    hint: 'Sets policy, people and teams; promotes and stops capabilities.',
  },
  reviewer: { label: 'Reviewer', hint: 'Decides changes and calls of others.' },
  auditor: { label: 'Auditor', hint: 'Reads ledger, audit trail and exports; changes nothing.' },
  member: { label: 'Member', hint: 'Reads the catalog; owns what their teams own.' },
};
