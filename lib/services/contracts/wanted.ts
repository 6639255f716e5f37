import type { Json, JsonObject } from '@/lib/core/shared/json';
import type { CapabilityChanges } from '@/lib/schemas/capabilities';
import type {
  CapabilityContract,
  ContractBinding,
  ContractDeprecation,
} from '@/lib/schemas/contract';
import type { EndInput } from '../catalog/deprecate-capability';
import { objectOf } from '../catalog/rows';

/** Fields that are not compared with what is there: the lifecycle has its own rules. */
const APART = ['status', 'version', 'majors', 'deprecation', 'inputs_file', 'outputs_file'];

/** What a document says of the capability itself, as plain data in the catalog's own form. */
export function wantedFields(contract: CapabilityContract): JsonObject {
  const { auth, approval, bindings } = contract;
  const own = Object.entries(contract).filter(
    ([key, value]) => value !== undefined && !APART.includes(key),
  );
  const scopes = auth?.scopes && scopesOf(auth.scopes);
  return {
    ...(Object.fromEntries(own) as JsonObject),
    ...(auth ? { auth: plain({ ...auth, scopes }) } : {}),
    ...(approval?.waiver === '' ? { approval: plain({ ...approval, waiver: null }) } : {}),
    ...(bindings ? { bindings: plain([...bindings].sort(byPlace)) } : {}),
  };
}

/** Saying the one takes the other back: listing scopes ends "none", and "none" empties the lists. */
function scopesOf(scopes: NonNullable<NonNullable<CapabilityContract['auth']>['scopes']>) {
  const lists = (scopes.required ?? []).length + (scopes.optional ?? []).length > 0;
  if (scopes.none === true) return { required: [], optional: [], none: true };
  return lists ? { none: false, ...scopes } : scopes;
}

function byPlace(a: ContractBinding, b: ContractBinding): number {
  const placeOf = (one: ContractBinding) => `${one.provider} ${one.upstream_name}`;
  return placeOf(a) < placeOf(b) ? -1 : 1;
}

/** Without what is undefined, which JSON does not know. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The parts of a contract that are compared field by field. */
export function comparable(contract: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(contract).filter(([key]) => !APART.includes(key)));
}

/** A merged contract in the words of the catalog's verbs. */
export function changesOf(merged: JsonObject): CapabilityChanges {
  const auth = objectOf(merged.auth);
  const approval = objectOf(merged.approval);
  const all: Record<string, unknown> = {
    name: merged.name,
    title: merged.title,
    description: merged.description,
    owner: merged.owner,
    tags: merged.tags,
    risk: merged.risk,
    approval_required: approval.required,
    approval_waiver: approval.waiver,
    required_roles: auth.required_roles,
    scopes: auth.scopes,
    limits: merged.limits,
    observability: merged.observability,
    metadata: merged.metadata,
    input_schema: merged.inputs,
    output_schema: merged.outputs,
    annotations: merged.annotations,
    safe_example: merged.safe_example,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as CapabilityChanges;
}

/** A deprecation with its times in one spelling; `now` stands for an announcement not dated. */
export function deprecationJson(
  wanted: ContractDeprecation,
  announced: string | undefined,
): JsonObject {
  const at = wanted.announced_at ?? announced;
  const { replacement } = wanted;
  return {
    ...(at === undefined ? {} : { announced_at: new Date(at).toISOString() }),
    disable_at: new Date(wanted.disable_at).toISOString(),
    replacement: replacement === null ? null : plain(replacement),
    note: wanted.note,
    mapping: plain(wanted.mapping),
  };
}

/** The same as the verb takes it. */
export function endInput(
  capabilityId: string,
  major: number | undefined,
  wanted: ContractDeprecation,
): EndInput {
  return {
    capability_id: capabilityId,
    ...(major === undefined ? {} : { major }),
    ...(wanted.announced_at ? { announced_at: wanted.announced_at } : {}),
    disable_at: wanted.disable_at,
    replacement: wanted.replacement,
    migration_note: wanted.note,
    argument_mapping: wanted.mapping,
  };
}
