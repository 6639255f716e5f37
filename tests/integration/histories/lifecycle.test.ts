import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtime } from '@/lib/runtime';
import { createWorld, type World } from '../../support/world';
import { type Company, makeCompany, PEOPLE, type Person } from './people';

/** How many histories; more by hand: `CAPSTAN_TEST_HISTORIES=5000`. */
const RUNS = Number(process.env.CAPSTAN_TEST_HISTORIES ?? 40);

type Act =
  | { kind: 'edit' | 'propose' | 'edit-request'; text: number }
  | { kind: 'publish'; schema: number }
  | { kind: 'decide'; decision: 'approve' | 'reject' | 'withdraw'; rule: boolean }
  | { kind: 'submit' | 'send-back' | 'rollback' | 'deprecate' | 'undeprecate' | 'join' | 'leave' };
type Step = Act & { who: Person };

const RISKS = ['LOW', 'CRITICAL'] as const;
type Risk = (typeof RISKS)[number];
/** Different people it takes. */
const NEEDED: Record<Risk, number> = { LOW: 1, CRITICAL: 2 };

/** Moves of the product's table, written down a second time on purpose. */
const MOVES = new Set([
  'DRAFT>REVIEW',
  'REVIEW>DRAFT',
  'REVIEW>PRODUCTION',
  'PRODUCTION>DEPRECATED',
  'DEPRECATED>PRODUCTION',
  'DEPRECATED>DISABLED',
]);

const text = fc.integer({ min: 1, max: 4 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('propose' as const), text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit-request' as const), text }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('publish' as const), schema: fc.nat({ max: 2 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      decision: fc.constantFrom(
        ...(['approve', 'approve', 'approve', 'reject', 'withdraw'] as const),
      ),
      rule: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('submit' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['send-back', 'rollback', 'deprecate', 'undeprecate', 'join', 'leave'] as const),
      ),
    }),
  },
);
const history = fc.record({
  risk: fc.constantFrom<Risk>('LOW', 'LOW', 'CRITICAL'),
  steps: fc.array(
    fc.tuple(fc.constantFrom(...PEOPLE), act).map(([who, one]): Step => ({ ...one, who })),
    { minLength: 4, maxLength: 16 },
  ),
});

const SCHEMAS = [
  { properties: { tank: { type: 'string' }, unit: { type: 'string' } } },
  { properties: { tank: { type: 'integer' } } },
  { properties: { tank: { type: 'string' } }, required: ['tank'] },
];
const describe_ = (number: number) => `Returns the level of tank ${number}. Changes nothing.`;

let world: World;
let company: Company;
beforeAll(async () => {
  world = await createWorld();
  company = await makeCompany(world);
});
afterAll(() => world.cleanup());

/** What has to be true of one capability, kept apart from what enforces it. */
type Model = {
  id: string;
  risk: Risk;
  /** Who wrote on it since the last decision that was applied. */
  writers: Set<Person>;
  requests: Map<string, { writers: Set<Person>; approvals: Set<Person> }>;
  /** As the last step left it. */
  row: Row;
  lines: number;
};

type Row = { status: string; rowVersion: number; versions: string };

async function rowOf(id: string): Promise<Row> {
  const { prisma } = runtime().db;
  const key = { tenantId: company.tenant, id };
  const row = await prisma.capability.findUniqueOrThrow({ where: { tenantId_id: key } });
  const versions = await prisma.capabilityVersion.findMany({
    where: { tenantId: company.tenant, capabilityId: id },
    orderBy: [{ major: 'asc' }, { minor: 'asc' }],
  });
  const said = versions.map((one) => [one.major, one.minor, one.description, one.inputSchema]);
  const { status, rowVersion, currentMajor, currentMinor } = row;
  return { status, rowVersion, versions: JSON.stringify([currentMajor, currentMinor, said]) };
}

const trail = () => runtime().db.prisma.auditEvent.count({ where: { tenantId: company.tenant } });

type Request = { id: string; rowVersion: number };

async function openRequest(id: string): Promise<Request | null> {
  return await runtime().db.prisma.changeRequest.findFirst({
    where: { tenantId: company.tenant, capabilityId: id, status: 'OPEN' },
    orderBy: [{ submittedAt: 'desc' }, { id: 'desc' }],
    select: { id: true, rowVersion: true },
  });
}

type Body = { change_request?: { id: string; status: string } | null; status?: string };
type Answer = { ok: boolean; body: Body };

async function ask(who: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  const reply = await company.as[who]<Body & { code?: string; detail?: string }>(
    method,
    path,
    body,
  );
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
  return { ok: reply.status < 300, body: reply.body ?? {} };
}

async function perform(
  model: Model,
  step: Step,
  row: Row,
  request: Request | null,
): Promise<Answer> {
  const { who } = step;
  const at = `/capabilities/${model.id}`;
  switch (step.kind) {
    case 'edit':
    case 'propose':
      return ask(who, 'PATCH', at, {
        row_version: row.rowVersion,
        description: describe_(step.text),
        reason: 'Clearer.',
      });
    case 'edit-request':
      return ask(who, 'PATCH', `/change-requests/${request?.id ?? 'none'}`, {
        row_version: request?.rowVersion ?? 1,
        changes: { description: describe_(step.text) },
      });
    case 'publish':
      return ask(who, 'POST', `${at}/versions`, {
        input_schema: { type: 'object', ...SCHEMAS[step.schema] },
        reason: 'Another shape.',
      });
    case 'decide':
      return ask(who, 'POST', `/change-requests/${request?.id ?? 'none'}/${step.decision}`, {
        comment: 'Seen.',
        ...(step.rule ? { rule_compatible: true } : {}),
      });
    case 'submit':
      return ask(who, 'POST', `${at}/transitions`, { to: 'REVIEW', reason: 'Ready.' });
    case 'send-back':
      return ask(who, 'POST', `${at}/transitions`, { to: 'DRAFT', reason: 'Not yet.' });
    case 'rollback':
      return ask(who, 'POST', `${at}/versions/1.0/rollback`, { reason: 'As it was.' });
    case 'deprecate': {
      const disable_at = new Date(Date.now() + 60 * 86_400_000).toISOString();
      return ask(who, 'POST', `${at}/deprecation`, { disable_at });
    }
    case 'undeprecate':
      return ask(who, 'DELETE', `${at}/deprecation`);
    case 'join':
    case 'leave': {
      const member = `/teams/${company.team}/members/${company.ids[who]}`;
      return ask('ada', step.kind === 'join' ? 'PUT' : 'DELETE', member);
    }
  }
}

/** The model learns what was done; it never decides what may be. */
function learn(model: Model, step: Step, requestId: string | null, answer: Answer): void {
  const made = answer.body.change_request?.id;
  if (step.kind === 'edit' || step.kind === 'propose' || step.kind === 'submit') {
    if (!made) model.writers.add(step.who);
  }
  if (made && !model.requests.has(made) && step.kind !== 'decide') {
    model.requests.set(made, { writers: new Set([step.who]), approvals: new Set() });
  }
  const request = requestId ? model.requests.get(requestId) : undefined;
  if (!request) return;
  if (step.kind === 'edit-request') {
    request.writers.add(step.who);
    request.approvals.clear();
  }
  if (step.kind === 'edit') request.approvals.clear();
  if (step.kind === 'decide' && step.decision === 'approve') request.approvals.add(step.who);
}

/** An applied approval: enough people, none of whom wrote any part of it. */
function holdFourEyes(model: Model, requestId: string): void {
  const request = model.requests.get(requestId);
  if (!request) throw new Error(`${requestId} was applied and never made.`);
  const writers = new Set([...request.writers, ...model.writers]);
  const approvers = [...request.approvals];
  expect(approvers.filter((one) => writers.has(one))).toEqual([]);
  expect(approvers.length).toBeGreaterThanOrEqual(NEEDED[model.risk]);
}

async function holdStep(model: Model, step: Step): Promise<void> {
  const { row: before, lines } = model;
  const request = await openRequest(model.id);
  const answer = await perform(model, step, before, request);
  const after = await rowOf(model.id);
  model.lines = await trail();
  model.row = after;
  const changed = JSON.stringify(after) !== JSON.stringify(before);
  if (!answer.ok) {
    expect({ changed, lines: model.lines }).toEqual({ changed: false, lines });
    return;
  }
  // An edit that says what is there already is no part of it.
  const wrote = changed || answer.body.change_request;
  if (wrote || step.kind === 'edit-request') learn(model, step, request?.id ?? null, answer);
  if (changed) expect(model.lines).toBeGreaterThan(lines);
  if (after.status !== before.status) expect(MOVES).toContain(`${before.status}>${after.status}`);
  const applied = step.kind === 'decide' && answer.body.change_request?.status === 'APPROVED';
  const promoted = before.status === 'REVIEW' && after.status === 'PRODUCTION';
  if (promoted || after.versions !== before.versions) expect(applied).toBe(true);
  if (!applied) return;
  holdFourEyes(model, request?.id ?? '');
  model.writers.clear();
}

async function begin(risk: Risk, serial: number): Promise<Model> {
  await company.reset();
  const id = `histories.tank_${serial}`;
  const careful = risk === 'CRITICAL' ? { approval_required: true } : {};
  const reply = await company.as.olga('POST', '/capabilities', {
    id,
    name: `tank_${serial}`,
    type: 'REST_TOOL',
    owner: company.team,
    risk,
    description: describe_(serial),
    scopes: { none: true },
    annotations: { readOnlyHint: true },
    input_schema: { type: 'object', properties: { tank: { type: 'string' } } },
    ...careful,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const writers = new Set<Person>(['olga']);
  return { id, risk, writers, requests: new Map(), row: await rowOf(id), lines: await trail() };
}

describe('whatever people do, in whatever order', () => {
  it(`changes nothing agents see without people who wrote no part of it (${RUNS} histories)`, async () => {
    let serial = 0;
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(history, async ({ risk, steps }) => {
        serial += 1;
        const model = await begin(risk, serial);
        for (const step of steps) await holdStep(model, step);
        const { status } = await rowOf(model.id);
        reached.set(status, (reached.get(status) ?? 0) + 1);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    process.stdout.write(`ended in: ${JSON.stringify(Object.fromEntries(reached))}\n`);
    // A property of things that never happen would hold as well.
    expect(reached.get('PRODUCTION') ?? 0).toBeGreaterThan(0);
  }, 600_000);
});
