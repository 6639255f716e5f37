import {
  CAPABILITY_ID_MAX,
  CAPABILITY_ID_PATTERN,
  RISKS,
  type Risk,
} from '@/lib/core/shared/domain';

/** What a call may take, when nothing else is said. */
export const DEFAULT_LIMITS = {
  timeoutMs: 10_000,
  callsPerRun: 5,
  ratePerMinute: 60,
  maxOutputBytes: 1_048_576,
} as const;
export type Limits = { -readonly [K in keyof typeof DEFAULT_LIMITS]: number };

type Range = { field: string; min: number; max: number; unit: string };
export const LIMIT_RANGES: Record<keyof Limits, Range> = {
  timeoutMs: { field: 'limits.timeout', min: 100, max: 600_000, unit: 'ms' },
  callsPerRun: { field: 'limits.calls_per_run', min: 1, max: 1_000, unit: 'calls' },
  ratePerMinute: { field: 'limits.rate_per_minute', min: 1, max: 100_000, unit: 'calls' },
  maxOutputBytes: { field: 'limits.max_output_bytes', min: 1_024, max: 33_554_432, unit: 'bytes' },
};

export const TAG_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]{0,63}$/u;
export const MAX_TAGS = 50;
/** RFC 6749 scope tokens, less quotes and backslash: what every broker can ask for. */
export const SCOPE_PATTERN = /^[\x21\x23-\x5B\x5D-\x7E]{1,128}$/;
export const MAX_SCOPES = 50;
export const NAME_MAX = 128;
export const TITLE_MAX = 200;
/** A working text may be longer than the lint lets through; it must still be a description. */
export const DRAFT_DESCRIPTION_MAX = 20_000;

/** The editable definition of a capability; absent fields are not checked. */
export type WorkingDefinition = {
  capabilityId?: string;
  name?: string;
  title?: string | null;
  description?: string;
  tags?: readonly string[];
  risk?: string;
  /** `null`: not declared yet. */
  requiredScopes?: readonly string[] | null;
  optionalScopes?: readonly string[];
  approvalWaiver?: string | null;
  limits?: Partial<Limits>;
};

export type DefinitionError = { path: string; message: string };

/** Everything wrong with a working definition, each with its field and what to write instead. */
export function validateDefinition(definition: WorkingDefinition): DefinitionError[] {
  return [
    ...(definition.capabilityId === undefined ? [] : checkId(definition.capabilityId)),
    ...checkText('name', definition.name, 1, NAME_MAX),
    ...checkText('title', definition.title ?? undefined, 0, TITLE_MAX),
    ...checkText('description', definition.description, 0, DRAFT_DESCRIPTION_MAX),
    ...checkTags(definition.tags ?? []),
    ...checkRisk(definition.risk),
    ...checkScopes(definition.requiredScopes ?? [], definition.optionalScopes ?? []),
    ...checkLimits(definition.limits ?? {}),
  ];
}

/** Limits with the defaults where nothing is said. */
export function limitsWithDefaults(limits: Partial<Limits> | null | undefined): Limits {
  return { ...DEFAULT_LIMITS, ...limits };
}

function checkId(id: string): DefinitionError[] {
  if (id.length > CAPABILITY_ID_MAX) {
    return [error('id', `The id has ${id.length} characters; ${CAPABILITY_ID_MAX} is the most.`)];
  }
  if (CAPABILITY_ID_PATTERN.test(id)) return [];
  return [
    error(
      'id',
      'An id is lower-case words joined by dots, at least two: "cloudrun.service.delete".',
    ),
  ];
}

function checkText(
  path: string,
  text: string | undefined,
  min: number,
  max: number,
): DefinitionError[] {
  if (text === undefined) return [];
  if (text.trim().length < min) return [error(path, `Give it a ${path}.`)];
  if (text.length <= max) return [];
  return [error(path, `The ${path} has ${text.length} characters; ${max} is the most.`)];
}

function checkTags(tags: readonly string[]): DefinitionError[] {
  const errors = tags.flatMap((tag, index) =>
    TAG_PATTERN.test(tag)
      ? []
      : [
          error(
            `tags.${index}`,
            'A tag is one word of at most 64 letters, digits, or the signs _ . : / -',
          ),
        ],
  );
  if (tags.length > MAX_TAGS) errors.push(error('tags', `${MAX_TAGS} tags are the most.`));
  return [...errors, ...repeated('tags', tags, 'tag')];
}

function checkRisk(risk: string | undefined): DefinitionError[] {
  const isKnown = risk === undefined || RISKS.includes(risk as Risk);
  return isKnown ? [] : [error('risk', `Choose one of ${RISKS.join(', ')}.`)];
}

function checkScopes(required: readonly string[], optional: readonly string[]): DefinitionError[] {
  const lists: [string, readonly string[]][] = [
    ['scopes', required],
    ['optional_scopes', optional],
  ];
  const errors = lists.flatMap(([path, scopes]) => [
    ...scopes.flatMap((scope, index) =>
      SCOPE_PATTERN.test(scope)
        ? []
        : [error(`${path}.${index}`, 'A scope is one word without spaces or quotes: "run.read".')],
    ),
    ...(scopes.length > MAX_SCOPES ? [error(path, `${MAX_SCOPES} scopes are the most.`)] : []),
    ...repeated(path, scopes, 'scope'),
  ]);
  const both = optional.filter((scope) => required.includes(scope));
  return [
    ...errors,
    ...both.map((scope) => error('optional_scopes', `"${scope}" is required already.`)),
  ];
}

function checkLimits(limits: Partial<Limits>): DefinitionError[] {
  return limitNames().flatMap((name) => {
    const value = limits[name];
    const { field, min, max, unit } = LIMIT_RANGES[name];
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return [];
    return [error(field, `Write a whole number from ${min} to ${max} (${unit}).`)];
  });
}

function limitNames(): (keyof Limits)[] {
  return ['timeoutMs', 'callsPerRun', 'ratePerMinute', 'maxOutputBytes'];
}

function repeated(path: string, values: readonly string[], word: string): DefinitionError[] {
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  return [...new Set(twice)].map((value) => error(path, `The ${word} "${value}" is there twice.`));
}

function error(path: string, message: string): DefinitionError {
  return { path, message };
}
