import { effectOf, isMoreDangerous } from '@/lib/core/shared/annotations';
import type { DriftKind, Verdict } from '@/lib/core/shared/domain';
import { canonicalJson, type JsonObject, type JsonSchema } from '@/lib/core/shared/json';
import { type AlarmRule, findAlarms, type Readable, type ReadableField } from './alarms';

/** What drift is looked for in: the approved definition, or the one a server lists now. */
export type DriftDefinition = Readable;

export type DriftField = ReadableField;

export type Drift = { kind: DriftKind; field: DriftField | null; detail: string };

/** The compatibility check, passed in: from the approved schema to the live one. */
export type CompareSchema = (
  direction: 'input' | 'output',
  approved: JsonSchema,
  live: JsonSchema,
) => { verdict: Verdict; reasons: readonly string[] };

/** Kinds that take a capability out of reach at once. */
const QUARANTINING: ReadonlySet<DriftKind> = new Set(['instruction', 'risk-flip']);

export function quarantines(kind: DriftKind): boolean {
  return QUARANTINING.has(kind);
}

/** Kinds a reviewer must decide before the approved definition moves. */
export function opensReview(kind: DriftKind): boolean {
  return kind === 'schema-breaking';
}

/**
 * Everything in which the live definition departs from the approved one; `null`
 * live means the server no longer lists it. The same pair always gives the same
 * answer: a second look never makes drift smaller.
 */
export function detectDrift(
  approved: DriftDefinition,
  live: DriftDefinition | null,
  compare: CompareSchema,
): Drift[] {
  if (live === null) {
    return [{ kind: 'removed', field: null, detail: `"${approved.name}" is no longer listed.` }];
  }
  return [
    ...instructionDrift(approved, live),
    ...annotationDrift(approved.annotations, live.annotations),
    ...schemaDrift('input', approved.inputSchema, live.inputSchema, compare),
    ...schemaDrift('output', approved.outputSchema, live.outputSchema, compare),
    ...textDrift(approved, live),
  ];
}

/** Text that alarms and that nobody has approved, wherever it stands: what was approved stays approved. */
function instructionDrift(approved: DriftDefinition, live: DriftDefinition): Drift[] {
  const known = new Set(findAlarms(approved).map(({ key }) => key));
  return findAlarms(live)
    .filter(({ key }) => !known.has(key))
    .map(({ rule, field, excerpt }) => ({
      kind: 'instruction',
      field,
      detail: `${ALARM_WORDS[rule]}: "${excerpt}".`,
    }));
}

const ALARM_WORDS: Record<AlarmRule, string> = {
  instruction: 'New instruction',
  'hidden-characters': 'Hidden characters',
  'addresses-model': 'It talks to the model',
  'names-tool': 'It names another tool',
  'asks-secret': 'It asks for a secret',
  'adds-url': 'It adds an address',
};

function annotationDrift(approved: JsonObject | null, live: JsonObject | null): Drift[] {
  if (canonicalJson(approved ?? {}) === canonicalJson(live ?? {})) return [];
  const detail = `${effectOf(approved)} -> ${effectOf(live)}`;
  if (isMoreDangerous(approved, live)) {
    return [{ kind: 'risk-flip', field: 'annotations', detail }];
  }
  return [{ kind: 'text', field: 'annotations', detail: 'The annotations differ.' }];
}

function schemaDrift(
  direction: 'input' | 'output',
  approved: JsonSchema | null,
  live: JsonSchema | null,
  compare: CompareSchema,
): Drift[] {
  if (canonicalJson(approved) === canonicalJson(live)) return [];
  const field = `${direction}_schema` as const;
  // Without an output schema anything may come out; without an input schema anything may go in.
  const { verdict, reasons } = compare(direction, approved ?? {}, live ?? {});
  const kind = verdict === 'compatible' ? 'schema-compatible' : 'schema-breaking';
  const detail = reasons.length > 0 ? reasons.slice(0, 5).join(' ') : 'Only descriptions differ.';
  return [{ kind, field, detail }];
}

function textDrift(approved: DriftDefinition, live: DriftDefinition): Drift[] {
  const pairs: [DriftField, string, string][] = [
    ['name', approved.name, live.name],
    ['title', approved.title ?? '', live.title ?? ''],
    ['description', approved.description, live.description],
  ];
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(([field]) => ({ kind: 'text', field, detail: `The ${field} differs.` }));
}
