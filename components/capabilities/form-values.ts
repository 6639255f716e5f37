import type { CapabilityType, Risk } from '@/lib/core/shared/domain';
import type { JsonObject } from '@/lib/core/shared/json';
import type { CapabilityAnswer } from '@/lib/schemas/capability-answers';

/** What the form holds; the same names as the contract, so that errors find their field. */
export type FormValues = {
  id: string;
  type: CapabilityType;
  name: string;
  title: string;
  description: string;
  owner: string;
  tags: string[];
  risk: Risk;
  approval_required: boolean;
  approval_waiver: string;
  required_roles: string[];
  scopes_required: string[];
  scopes_optional: string[];
  scopes_none: boolean;
  timeout: string;
  calls_per_run: number;
  rate_per_minute: number;
  input_schema: JsonObject;
  output_schema: JsonObject | null;
  annotations: JsonObject;
  safe_example: JsonObject | null;
};

export const EMPTY_VALUES: FormValues = {
  id: '',
  type: 'REST_TOOL',
  name: '',
  title: '',
  description: '',
  owner: '',
  tags: [],
  risk: 'MEDIUM',
  approval_required: false,
  approval_waiver: '',
  required_roles: [],
  scopes_required: [],
  scopes_optional: [],
  scopes_none: false,
  timeout: 'PT10S',
  calls_per_run: 5,
  rate_per_minute: 60,
  input_schema: { type: 'object', properties: {} },
  output_schema: null,
  annotations: {},
  safe_example: null,
};

export function valuesOf(capability: CapabilityAnswer): FormValues {
  const { scopes, limits } = capability;
  return {
    id: capability.id,
    type: capability.type,
    name: capability.name,
    title: capability.title,
    description: capability.description,
    owner: capability.owner,
    tags: capability.tags,
    risk: capability.risk,
    approval_required: capability.approval_required,
    approval_waiver: capability.approval_waiver ?? '',
    required_roles: capability.required_roles,
    scopes_required: scopes.required,
    scopes_optional: scopes.optional,
    scopes_none: scopes.none,
    timeout: limits.timeout,
    calls_per_run: limits.calls_per_run,
    rate_per_minute: limits.rate_per_minute,
    input_schema: capability.input_schema,
    output_schema: capability.output_schema,
    annotations: capability.annotations,
    safe_example: capability.safe_example,
  };
}

/** Form values as the contract says them. */
export function toContract(values: FormValues, maxOutputBytes = 1_048_576) {
  const { scopes_required, scopes_optional, scopes_none } = values;
  const { timeout, calls_per_run, rate_per_minute, ...rest } = values;
  const { scopes_required: _r, scopes_optional: _o, scopes_none: _n, ...contract } = rest;
  return {
    ...contract,
    approval_waiver: values.approval_waiver.trim() || null,
    scopes: {
      required: scopes_none ? [] : scopes_required,
      optional: scopes_none ? [] : scopes_optional,
      none: scopes_none,
    },
    limits: { timeout, calls_per_run, rate_per_minute, max_output_bytes: maxOutputBytes },
  };
}

/** Fields that differ: between what was typed and what is stored, or between two stored states. */
export function changedFields(a: FormValues, b: FormValues): (keyof FormValues)[] {
  const keys = Object.keys(a) as (keyof FormValues)[];
  return keys.filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

/** The person's own changes on top of what somebody else saved meanwhile. */
export function rebase(base: FormValues, mine: FormValues, theirs: FormValues): FormValues {
  const own = changedFields(base, mine);
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])) };
}

/** The message for a field, also when the error names a part of it (`limits.timeout`). */
export function errorOf(
  errors: Record<string, string> | undefined,
  ...paths: string[]
): string | null {
  if (!errors) return null;
  for (const path of paths) {
    const bare = Object.entries(errors).find(
      ([key]) =>
        key.replace(/^changes\./, '') === path ||
        key.replace(/^changes\./, '').startsWith(`${path}.`),
    );
    if (bare) return bare[1];
  }
  return null;
}
