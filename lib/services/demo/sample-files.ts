/** Path in the demo's folder of files -> text. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Sample files

This folder belongs to Capstan's demo. The filesystem server can read and write here and nowhere
else. Change what you like.
`,
  'runbooks/deploy.md': `# Deploy a service

1. Check that the last build is green.
2. Announce the change in the operations channel.
3. Roll out to one region and watch the error rate for ten minutes.
4. Roll out everywhere.

To go back: deploy the version before. Data migrations only ever add, so going back is safe.
`,
  'runbooks/incident.md': `# Handle an incident

- Name one person who leads.
- Stop what does harm first, find the cause later.
- Write down times as you go.
- Restore with a second person, who checks that the cause is gone.
`,
  'notes/handover.md': `# Handover

Checkout was slow on Tuesday between 14:10 and 14:35. The cause was a missing index on orders.
Billing moves to the new queue next month; talk to the payments team first.
`,
  'data/services.csv': `service,team,tier
checkout,payments,1
billing,payments,1
search,discovery,2
mailer,platform,3
`,
};

/** The memory server's own format: an entity or a relation a line. */
export const SAMPLE_MEMORY = `${[
  entity('checkout', 'service', 'Takes orders and hands them to billing.', 'Tier 1.'),
  entity('billing', 'service', 'Charges cards once a night.', 'Moves to the new queue.'),
  entity('search', 'service', 'Finds products by words and by likeness.'),
  entity('payments team', 'team', 'On call all week.', 'Owns checkout and billing.'),
  relation('checkout', 'billing', 'depends on'),
  relation('payments team', 'checkout', 'owns'),
  relation('payments team', 'billing', 'owns'),
].join('\n')}\n`;

function entity(name: string, entityType: string, ...observations: string[]): string {
  return JSON.stringify({ type: 'entity', name, entityType, observations });
}

function relation(from: string, to: string, relationType: string): string {
  return JSON.stringify({ type: 'relation', from, to, relationType });
}
