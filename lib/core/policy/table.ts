import type { TargetKind } from './targets';

/**
 * Who a rule can name. A role counts in the target's tenant only; `owner` is an
 * active member of the owning team; `delegate` stands in for a reviewer or admin
 * who is away; `agent` is the agent itself, by its key.
 */
export type Party =
  | 'admin'
  | 'reviewer'
  | 'auditor'
  | 'tenant-member'
  | 'owner'
  | 'delegate'
  | 'agent'
  | 'self'
  | 'system';

/** What refuses even somebody the rule names. */
export type Bar =
  | 'wrote-a-part'
  | 'owns-calling-agent'
  | 'makes-the-call'
  | 'stood-behind-the-call'
  | 'pressed-it'
  | 'offered-it'
  | 'owners-of-risky'
  | 'somebody-elses'
  | 'admin-of-all-their-tenants';

export type Rule = {
  target: TargetKind;
  who: readonly Party[];
  bars?: readonly Bar[];
  /** Completes "may not ...", in refusals. */
  does: string;
};

const OWNER_OR_ADMIN = ['owner', 'admin'] as const;

/** The permission table. Nothing outside it is allowed, to anybody. */
export const PERMISSIONS = {
  'catalog.read': {
    target: 'catalog',
    who: ['tenant-member', 'agent', 'system'],
    does: 'read the catalog',
  },

  'capability.register': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'register a capability',
  },
  'capability.edit': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'edit this capability',
  },
  'capability.submit': {
    target: 'owned',
    who: OWNER_OR_ADMIN,
    does: 'submit this capability for review',
  },
  'capability.withdraw': {
    target: 'owned',
    who: OWNER_OR_ADMIN,
    does: 'take this capability back from review',
  },
  'capability.dismiss': { target: 'owned', who: OWNER_OR_ADMIN, does: 'dismiss this draft' },
  'capability.publish': {
    target: 'owned',
    who: OWNER_OR_ADMIN,
    does: 'publish a version of this capability',
  },
  'capability.deprecate': {
    target: 'owned',
    who: OWNER_OR_ADMIN,
    does: 'deprecate this capability',
  },
  'capability.retire': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'end this capability',
  },
  'capability.attest': { target: 'owned', who: OWNER_OR_ADMIN, does: 'recertify this capability' },
  'capability.smoke': { target: 'owned', who: OWNER_OR_ADMIN, does: 'run the smoke call' },
  'ownership.offer': {
    target: 'owned',
    who: OWNER_OR_ADMIN,
    does: 'offer this to another team',
  },
  'ownership.agree': {
    target: 'offer',
    who: ['owner'],
    bars: ['offered-it'],
    does: 'agree to this change of owner',
  },
  'ownership.decline': {
    target: 'owned',
    who: ['owner'],
    does: 'decline this change of owner',
  },
  'quarantine.decide': {
    target: 'decision',
    who: ['reviewer', 'admin'],
    bars: ['wrote-a-part'],
    does: 'decide a quarantine',
  },

  'change-request.decide': {
    target: 'decision',
    who: ['reviewer', 'admin', 'delegate'],
    bars: ['wrote-a-part'],
    does: 'decide this change request',
  },
  'change-request.comment': {
    target: 'owned',
    who: ['owner', 'reviewer', 'admin', 'delegate'],
    does: 'comment on this change request',
  },
  'change-request.carry-out': {
    target: 'tenant',
    who: ['system'],
    does: 'carry out what was approved',
  },
  'delegation.create': {
    target: 'self',
    who: ['reviewer', 'admin'],
    bars: ['somebody-elses'],
    does: 'name who decides in this place',
  },
  'delegation.end': {
    target: 'self',
    who: ['self', 'admin'],
    does: 'end this delegation',
  },
  'call.approve': {
    target: 'approval',
    who: ['reviewer', 'owner'],
    bars: ['owns-calling-agent', 'makes-the-call', 'stood-behind-the-call'],
    does: 'approve this call',
  },

  'incident.open': {
    target: 'owned',
    who: ['admin', 'reviewer', 'owner'],
    does: 'press the emergency disable',
  },
  'incident.restore': {
    target: 'restore',
    who: ['admin', 'reviewer'],
    bars: ['pressed-it'],
    does: 'restore what an incident stopped',
  },

  'agent.grants': {
    target: 'grant',
    who: ['owner'],
    bars: ['owners-of-risky'],
    does: 'change the grants of this agent',
  },
  'agent.keys': { target: 'owned', who: ['owner'], does: 'manage the keys of this agent' },
  'agent.manage': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'manage this agent',
  },
  'agent.discover': {
    target: 'agent',
    who: ['agent', 'owner', 'admin', 'reviewer'],
    does: 'discover as this agent',
  },
  'agent.invoke': {
    target: 'agent',
    who: ['agent', 'owner', 'admin'],
    does: 'call as this agent',
  },
  'resolver.explain': { target: 'tenant', who: ['admin'], does: 'see what was hidden and why' },
  'access-request.create': { target: 'owned', who: ['owner'], does: 'ask access for this agent' },
  'access-request.decide': { target: 'owned', who: ['owner'], does: 'decide this access request' },

  'ledger.read': { target: 'record', who: ['admin', 'auditor', 'owner'], does: 'read the ledger' },
  'audit.read': {
    target: 'record',
    who: ['admin', 'auditor', 'owner'],
    does: 'read the audit trail',
  },
  'usage.read': { target: 'tenant', who: ['tenant-member'], does: 'read the usage graph' },

  'provider.manage': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'manage this provider',
  },
  'provider.sync': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'sync this provider',
  },
  'backend.manage': {
    target: 'owned',
    who: [...OWNER_OR_ADMIN, 'system'],
    does: 'manage this backend',
  },
  'profile.manage': { target: 'owned', who: OWNER_OR_ADMIN, does: 'manage profiles' },
  'team.manage': { target: 'tenant', who: ['admin', 'system'], does: 'manage teams' },
  'user.roles': { target: 'tenant', who: ['admin', 'system'], does: 'give or take roles here' },
  'user.manage': {
    target: 'account',
    who: ['admin', 'system'],
    bars: ['admin-of-all-their-tenants'],
    does: "manage this person's account",
  },
  'token.create': { target: 'self', who: ['self'], does: 'make a token for this person' },
  'token.revoke': { target: 'self', who: ['self', 'admin'], does: 'revoke a token of this person' },
  'tenant.manage': { target: 'tenant', who: ['admin', 'system'], does: 'manage tenants' },
  'settings.manage': { target: 'tenant', who: ['admin', 'system'], does: 'change settings' },
  'webhook.manage': { target: 'tenant', who: ['admin'], does: 'manage webhooks' },
} as const satisfies Record<string, Rule>;

export type Act = keyof typeof PERMISSIONS;
export const ACTS = Object.keys(PERMISSIONS) as Act[];
