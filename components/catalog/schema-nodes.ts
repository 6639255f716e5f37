import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';

export type SchemaNode = {
  /** JSON pointer style path of names, unique in the tree. */
  path: string;
  name: string;
  required: boolean;
  /** "string", "integer | null", "array of string", "reference". */
  type: string;
  description: string | null;
  /** Format, bounds, pattern: short notes after the type. */
  notes: string[];
  enumValues: Json[] | null;
  default: Json | undefined;
  deprecated: boolean;
  /** Set when a reference leads back to itself or nowhere. */
  problem: string | null;
  /** Schemas of the children, with the references open on the way to them. */
  children: { name: string; schema: Json; required: boolean; trail: readonly string[] }[];
};

const BOUNDS: readonly [key: string, sign: string][] = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
];
const VARIANTS = ['oneOf', 'anyOf', 'allOf'] as const;
const VARIANT_LABEL = { oneOf: 'one of', anyOf: 'any of', allOf: 'all of' };

/** Follows a local `#/…` pointer; undefined when it leads nowhere. */
export function resolvePointer(root: JsonObject, ref: string): Json | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const raw of ref.slice(2).split('/')) {
    const key = safeDecode(raw).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Resolved = { schema: JsonObject; trail: readonly string[]; problem: string | null };

/** The schema behind its references; keywords beside a `$ref` win over its target's. */
function resolve(root: JsonObject, schema: Json, trail: readonly string[]): Resolved {
  let current: JsonObject = isJsonObject(schema) ? schema : {};
  let seen = trail;
  while (typeof current.$ref === 'string') {
    const ref = current.$ref;
    if (seen.includes(ref)) return { schema: current, trail: seen, problem: `repeats ${ref}` };
    const target = resolvePointer(root, ref);
    if (target === undefined) return { schema: current, trail: seen, problem: `unresolved ${ref}` };
    seen = [...seen, ref];
    const { $ref: _, ...beside } = current;
    current = { ...(isJsonObject(target) ? target : {}), ...beside };
  }
  return { schema: current, trail: seen, problem: null };
}

function typeOf(root: JsonObject, schema: JsonObject, depth = 0): string {
  if (schema.const !== undefined) return 'constant';
  const { type } = schema;
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ');
  if (type === 'array' || (!type && schema.items)) {
    if (!isJsonObject(schema.items) || depth > 3) return 'array';
    const item = resolve(root, schema.items, []).schema;
    return `array of ${typeOf(root, item, depth + 1)}`;
  }
  if (typeof type === 'string') return type;
  if (schema.properties) return 'object';
  if (schema.enum) return 'enum';
  const variant = VARIANTS.find((key) => Array.isArray(schema[key]));
  return variant ? VARIANT_LABEL[variant] : 'any';
}

function notesOf(schema: JsonObject): string[] {
  const notes: string[] = [];
  if (typeof schema.format === 'string') notes.push(schema.format);
  for (const [key, sign] of BOUNDS) {
    if (typeof schema[key] === 'number') notes.push(`${sign} ${schema[key]}`);
  }
  if (typeof schema.pattern === 'string') notes.push(`pattern ${schema.pattern}`);
  if (schema.uniqueItems === true) notes.push('unique');
  if (schema.additionalProperties === false) notes.push('no other keys');
  if (schema.readOnly === true) notes.push('read only');
  return notes;
}

/** One node of the tree; its children are described, not built: huge schemas cost what is open. */
export function describeNode(
  root: JsonObject,
  input: { name: string; path: string; schema: Json; required: boolean; trail: readonly string[] },
): SchemaNode {
  const { name, path, required } = input;
  if (typeof input.schema === 'boolean') {
    const type = input.schema ? 'any' : 'nothing';
    return { ...blank, path, name, required, type };
  }
  const { schema, trail, problem } = resolve(root, input.schema, input.trail);
  return {
    path,
    name,
    required,
    type: problem ? 'reference' : typeOf(root, schema),
    description: typeof schema.description === 'string' ? schema.description : null,
    notes: notesOf(schema),
    enumValues: Array.isArray(schema.enum)
      ? schema.enum
      : schema.const !== undefined
        ? [schema.const]
        : null,
    default: schema.default,
    deprecated: schema.deprecated === true,
    problem,
    children: problem ? [] : childrenOf(root, schema, trail),
  };
}

const blank: Omit<SchemaNode, 'path' | 'name' | 'required' | 'type'> = {
  description: null,
  notes: [],
  enumValues: null,
  default: undefined,
  deprecated: false,
  problem: null,
  children: [],
};

function childrenOf(
  root: JsonObject,
  schema: JsonObject,
  trail: readonly string[],
): SchemaNode['children'] {
  const children: SchemaNode['children'] = [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (isJsonObject(schema.properties)) {
    for (const [name, child] of Object.entries(schema.properties)) {
      children.push({ name, schema: child, required: required.includes(name), trail });
    }
  }
  if (isJsonObject(schema.additionalProperties)) {
    children.push({ name: '*', schema: schema.additionalProperties, required: false, trail });
  }
  children.push(...itemChildren(root, schema, trail));
  for (const key of VARIANTS) {
    const variants = schema[key];
    if (!Array.isArray(variants)) continue;
    variants.forEach((variant, index) => {
      const title =
        isJsonObject(variant) && typeof variant.title === 'string' ? variant.title : null;
      const name = `${VARIANT_LABEL[key]} ${index + 1}${title ? `: ${title}` : ''}`;
      children.push({ name, schema: variant, required: false, trail });
    });
  }
  return children;
}

/** Array items are shown only when they have structure of their own. */
function itemChildren(
  root: JsonObject,
  schema: JsonObject,
  trail: readonly string[],
): SchemaNode['children'] {
  const tuple = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  const children = tuple.map((item, index) => ({
    name: `[${index}]`,
    schema: item,
    required: false,
    trail,
  }));
  if (!isJsonObject(schema.items)) return children;
  const item = resolve(root, schema.items, trail);
  const plain = !item.problem && childrenOf(root, item.schema, item.trail).length === 0;
  const bare = plain && !item.schema.enum && !item.schema.description;
  if (!bare) children.push({ name: '[ ]', schema: schema.items, required: false, trail });
  return children;
}
