import type { Duty } from '../support/services';

/**
 * Services that write without asking the policy, or without a line in the audit trail, and why
 * that is right. An entry that is no longer needed fails the test.
 */
export const WITHOUT: Readonly<Record<string, { duties: readonly Duty[]; why: string }>> = {
  'lib/services/audit.ts': {
    duties: ['authorize'],
    why: 'It is the trail; whoever records has been asked.',
  },
  'lib/services/approvals/check-approval.ts': {
    duties: ['audit'],
    why: 'Uses up an approval with the start record of the call; decision and ledger cover it.',
  },
  'lib/services/approvals/expire-approvals.ts': {
    duties: ['authorize', 'audit'],
    why: 'A job writes down what the clock has decided already; nothing of the catalog changes.',
  },
  'lib/services/catalog/load.ts': {
    duties: ['audit'],
    why: 'The conditional write of the catalog; each verb that uses it records its own line.',
  },
  'lib/services/catalog/publish.ts': {
    duties: ['audit'],
    why: 'A step of applying a change, which records the line with its verdict.',
  },
  'lib/services/demo/ensure-demo.ts': {
    duties: ['authorize'],
    why: 'The server itself seeds the demo at its first start, before anybody can call.',
  },
  'lib/services/discover/majors.ts': {
    duties: ['authorize', 'audit'],
    why: 'A step of discover, which decides by the policy of discovery and leaves the receipt.',
  },
  'lib/services/discover/receipts.ts': {
    duties: ['authorize', 'audit'],
    why: 'Receipts are a record themselves; discover has asked the policy.',
  },
  'lib/services/incidents/start-kill-watch.ts': {
    duties: ['authorize', 'audit'],
    why: 'A replica reports the epoch it has reached; no decision of anybody.',
  },
  'lib/services/invoke/idempotency.ts': {
    duties: ['audit'],
    why: 'A step of invoke; the ledger is the record of calls.',
  },
  'lib/services/invoke/invoke-capability.ts': {
    duties: ['audit'],
    why: 'Calls are decided by the policy of calls (decideCall) and recorded in the ledger.',
  },
  'lib/services/ledger/checkpoint-ledger.ts': {
    duties: ['authorize', 'audit'],
    why: 'A job that seals the ledger; a checkpoint is a record itself.',
  },
  'lib/services/ledger/clean-up-counters.ts': {
    duties: ['authorize', 'audit'],
    why: 'A job that removes counters whose window has passed.',
  },
  'lib/services/ledger/reconcile-unknown.ts': {
    duties: ['authorize', 'audit'],
    why: 'The server ends calls of writers that are gone; the end record is the record.',
  },
  'lib/services/ledger/sql.ts': {
    duties: ['authorize', 'audit'],
    why: 'Text of the ledger writer; the ledger is the record of calls.',
  },
  'lib/services/ledger/start-ledger.ts': {
    duties: ['authorize', 'audit'],
    why: 'The server names its own writer at start.',
  },
  'lib/services/notifications/clean-up-messages.ts': {
    duties: ['authorize', 'audit'],
    why: 'A job that removes messages whose time to be kept has passed.',
  },
  'lib/services/notifications/mark-read.ts': {
    duties: ['audit'],
    why: 'What a person has read is theirs; nothing of the catalog changes.',
  },
  'lib/services/notifications/tell.ts': {
    duties: ['authorize', 'audit'],
    why: 'A message in the transaction of the change, whose verb has asked and records the line.',
  },
  'lib/services/ownership/expire-offers.ts': {
    duties: ['authorize'],
    why: 'A job writes down what the clock has decided already.',
  },
  'lib/services/ownership/remind-due.ts': {
    duties: ['authorize', 'audit'],
    why: 'A job tells owners what the clock says; nothing of the catalog changes.',
  },
  'lib/services/people/ensure-first-admin.ts': {
    duties: ['authorize'],
    why: 'The first start makes the first person; there is nobody who could be asked.',
  },
  'lib/services/people/sign-in-limits.ts': {
    duties: ['authorize', 'audit'],
    why: 'Counts attempts of people not signed in yet; failures are in the log.',
  },
  'lib/services/people/sign-in-with-identity.ts': {
    duties: ['authorize'],
    why: 'Nobody is signed in yet; the identity provider has vouched for the person.',
  },
  'lib/services/people/sign-in.ts': {
    duties: ['authorize', 'audit'],
    why: 'Writes only when a person was last seen.',
  },
  'lib/services/providers/sync-record.ts': {
    duties: ['authorize', 'audit'],
    why: 'The sync asks the policy before; a sync record is a record itself.',
  },
  'lib/services/replicas/replica.ts': {
    duties: ['authorize', 'audit'],
    why: 'A process reports that it lives.',
  },
  'lib/services/webhooks/queue-event.ts': {
    duties: ['authorize', 'audit'],
    why: 'A message in the transaction of the change, as tell is.',
  },
  'lib/services/webhooks/settle-delivery.ts': {
    duties: ['authorize'],
    why: 'The server writes down how a try went, and gives a dead webhook up.',
  },
  'lib/services/webhooks/webhook-rows.ts': {
    duties: ['authorize', 'audit'],
    why: 'Ends what waits, for verbs that switch a webhook off and record that.',
  },
  'lib/services/webhooks/webhook-sender.ts': {
    duties: ['authorize'],
    why: 'A job that sends what was told by verbs that have asked.',
  },
};

/** First words of file names that are verbs: such a file exports the function it is named after. */
export const VERBS = new Set(
  `accept announce approve archive attest bulk-triage check checkpoint clean-up compute count create
  decide delete deny deprecate describe digest disable discover dismiss end ensure expire explain export
  find get import invoke list mark offer open propose publish put read reconcile record register reject release
  remind request require resolve restore revise revoke rollback run sign-in sign-out start sync transition try
  update verify withdraw`.split(/\s+/),
);

/** Names that begin with a verb and hold parts of one, and what they are. */
export const NOT_A_VERB: Readonly<Record<string, string>> = {
  'lib/services/agents/read-access.ts': 'who may read an agent',
  'lib/services/catalog/find-change-request.ts': 'the ways to load a change request',
  'lib/services/people/find-credentials.ts': 'what the door looks a key up by',
  'lib/services/people/sign-in-limits.ts': 'how often may be tried',
  'lib/services/providers/sync-record.ts': 'the row that tells of a sync',
};

/** Server actions, `file name`, that are not one `action(…)` expression, and why. */
export const OTHER_ACTIONS: Readonly<Record<string, string>> = {
  'app/(console)/frame-actions.ts changeTenant': 'It sets a cookie of the session itself.',
  'app/(console)/frame-actions.ts signOut': 'It ends the session and leaves the page.',
  'app/(console)/frame-actions.ts search': 'Hits of the palette while typing: a list or nothing.',
  'app/(console)/settings/actions.ts submitSignOutEverywhere': 'It leaves the page.',
  'app/(console)/agents/search-actions.ts searchTargets': 'Choices of a box while typing.',
  'app/(console)/agents/search-actions.ts searchCapabilities': 'Choices of a box while typing.',
  'app/(console)/people/actions.ts searchPeople': 'Choices of a box while typing.',
};
