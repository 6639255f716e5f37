import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import type { Chance } from './random';

/** What a mutator may look at besides the schema it changes. */
export type Scene = { chance: Chance; root: JsonObject; isLegacy: boolean };

/** One kind of change; null where the place has nothing to change in that way. */
export type Mutator = (schema: JsonObject, scene: Scene) => JsonObject | null;

const OTHER: JsonObject[] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'object', properties: { inner: { type: 'string' } } },
  { type: 'array', items: { type: 'number' } },
  {},
];

const isString = (schema: JsonObject) => schema.type === 'string';
const isNumber = (schema: JsonObject) => schema.type === 'integer' || schema.type === 'number';
const isArray = (schema: JsonObject) => schema.type === 'array';
const isObject = (schema: JsonObject) => schema.type === 'object';
const isFree = (schema: JsonObject) => schema.enum === undefined && schema.const === undefined;

function propertiesOf(schema: JsonObject): [string, Json][] {
  return isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
}

function requiredOf(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

const without = (schema: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));

/** Spelled by name: a literal with `then` would be taken for a promise. */
const keyword = (name: string, held: Json): JsonObject => ({ [name]: held });

const when =
  (test: (schema: JsonObject, scene: Scene) => boolean, change: Mutator): Mutator =>
  (schema, scene) =>
    test(schema, scene) ? change(schema, scene) : null;

const set = (test: (schema: JsonObject) => boolean, keywords: JsonObject): Mutator =>
  when(test, (schema) => ({ ...schema, ...keywords }));

const drop = (keyword: string): Mutator =>
  when(
    (schema) => Object.hasOwn(schema, keyword),
    (schema) => without(schema, keyword),
  );

const shift = (keyword: string, by: number): Mutator =>
  when(
    (schema) => typeof schema[keyword] === 'number' && Number(schema[keyword]) + by >= 0,
    (schema) => ({ ...schema, [keyword]: Number(schema[keyword]) + by }),
  );

/** One of the properties put through a change of its own; none where it stays out. */
const onProperty =
  (change: (held: Json, name: string, scene: Scene) => Json | undefined): Mutator =>
  (schema, scene) => {
    const picked = scene.chance.pick(propertiesOf(schema));
    if (picked === undefined) return null;
    const [name, held] = picked;
    const next = change(held, name, scene);
    const rest = propertiesOf(schema).filter(([other]) => other !== name);
    const entries = next === undefined ? rest : [...rest, [name, next] as const];
    return { ...schema, properties: Object.fromEntries(entries) };
  };

const addProperty = (name: string, held: Json): Mutator =>
  when(isObject, (schema) => ({
    ...schema,
    properties: { ...Object.fromEntries(propertiesOf(schema)), [name]: held },
  }));

const onEnum = (change: (values: Json[], chance: Chance) => Json[] | null): Mutator => {
  return (schema, { chance }) => {
    const next = Array.isArray(schema.enum) ? change(schema.enum, chance) : null;
    return next === null ? null : { ...schema, enum: next };
  };
};

const ofBranches =
  (keyword: string, change: (branches: Json[], chance: Chance) => Json[] | null): Mutator =>
  (schema, { chance }) => {
    const held = schema[keyword];
    const next = Array.isArray(held) ? change(held, chance) : null;
    return next === null ? null : { ...schema, [keyword]: next };
  };

const wrap = (make: (inner: JsonObject, scene: Scene) => JsonObject): Mutator =>
  when((schema, { root }) => schema !== root && schema.$ref === undefined, make);

const dropAt = (values: Json[], { below }: Chance) => {
  const at = below(values.length);
  return values.length < 2 ? null : values.filter((_value, index) => index !== at);
};

/** Moves the schema under $defs; the definition itself is added by whoever applies this. */
const MOVED = 'moved-here';
export const movedName = MOVED;

/** Every kind of change a schema can go through, by name. */
export const MUTATORS: Readonly<Record<string, Mutator>> = {
  'type exchanged': when(
    (schema) => typeof schema.type === 'string' && isFree(schema),
    (schema, { chance }) => ({
      ...schema,
      type:
        chance.pick(
          ['string', 'integer', 'boolean', 'object', 'array'].filter((t) => t !== schema.type),
        ) ?? 'null',
    }),
  ),
  'type widened to null': when(
    (schema) => typeof schema.type === 'string',
    (schema) => ({ ...schema, type: [schema.type ?? '', 'null'] }),
  ),
  'type narrowed': when(
    (schema) => Array.isArray(schema.type) && schema.type.length > 1,
    (schema) => ({ ...schema, type: Array.isArray(schema.type) ? (schema.type[0] ?? '') : '' }),
  ),
  'type dropped': drop('type'),
  'integer to number': set((schema) => schema.type === 'integer', { type: 'number' }),
  'number to integer': set((schema) => schema.type === 'number', { type: 'integer' }),
  'nullable by anyOf': wrap((schema) => ({ anyOf: [schema, { type: 'null' }] })),
  'nullable by keyword': when(
    (schema) => typeof schema.type === 'string',
    (schema) => ({ ...schema, nullable: true }),
  ),
  'null no longer': when(
    (schema) => Array.isArray(schema.type) && schema.type.includes('null'),
    (schema) => ({
      ...schema,
      type: Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : '',
    }),
  ),
  'optional property added': addProperty('added', { type: 'string' }),
  'property of any value added': addProperty('added', {}),
  'required property added': when(isObject, (schema, scene) => ({
    ...(addProperty('added', { type: 'string' })(schema, scene) ?? schema),
    required: [...requiredOf(schema), 'added'],
  })),
  'property removed': onProperty(() => undefined),
  'property and its demand removed': (schema, scene) => {
    const next = onProperty(() => undefined)(schema, scene);
    const left = new Set(propertiesOf(next ?? {}).map(([name]) => name));
    return next && { ...next, required: requiredOf(next).filter((name) => left.has(name)) };
  },
  'property renamed': (schema, { chance }) => {
    const picked = chance.pick(propertiesOf(schema));
    if (picked === undefined) return null;
    const entries = propertiesOf(schema).map(
      ([name, held]) => [name === picked[0] ? `${name}_2` : name, held] as const,
    );
    return { ...schema, properties: Object.fromEntries(entries) };
  },
  'property forbidden': onProperty(() => false),
  'property freed': onProperty(() => true),
  'property exchanged': onProperty((_held, _name, { chance }) => chance.pick(OTHER)),
  'property required': (schema, { chance }) => {
    const free = propertiesOf(schema).filter(([name]) => !requiredOf(schema).includes(name));
    const picked = chance.pick(free);
    return picked ? { ...schema, required: [...requiredOf(schema), picked[0]] } : null;
  },
  'property no longer required': when(
    (schema) => requiredOf(schema).length > 0,
    (schema) => ({ ...schema, required: requiredOf(schema).slice(1) }),
  ),
  'unknown property required': when(isObject, (schema) => ({
    ...schema,
    required: [...requiredOf(schema), 'nowhere'],
  })),
  'object closed': set((schema) => isObject(schema) && schema.additionalProperties !== false, {
    additionalProperties: false,
  }),
  'object opened': set((schema) => isObject(schema) && schema.additionalProperties !== true, {
    additionalProperties: true,
  }),
  'rest typed': set(isObject, { additionalProperties: { type: 'string' } }),
  'rest left unsaid': drop('additionalProperties'),
  'unevaluated refused': set(isObject, { unevaluatedProperties: false }),
  'properties by pattern': set(isObject, { patternProperties: { '^x-': { type: 'string' } } }),
  'pattern of names over all': set(isObject, {
    patternProperties: { '^[a-z]': { type: ['string', 'number', 'boolean', 'object', 'array'] } },
  }),
  'names limited': set(isObject, { propertyNames: { maxLength: 12 } }),
  'names by pattern': set(isObject, { propertyNames: { pattern: '^[a-zA-Z_]+$' } }),
  'fewest properties': set(isObject, { minProperties: 1 }),
  'most properties': set(isObject, { maxProperties: 2 }),
  'dependency added': when(
    (schema, { isLegacy }) => propertiesOf(schema).length > 1 && !isLegacy,
    (schema) => {
      const [one, other] = propertiesOf(schema).map(([name]) => name);
      return { ...schema, dependentRequired: { [one ?? '']: [other ?? ''] } };
    },
  ),
  'dependency of draft-07 added': when(
    (schema, { isLegacy }) => propertiesOf(schema).length > 1 && isLegacy,
    (schema) => {
      const [one, other] = propertiesOf(schema).map(([name]) => name);
      return { ...schema, dependencies: { [one ?? '']: [other ?? ''] } };
    },
  ),
  'dependent schema added': when(
    (schema, { isLegacy }) => propertiesOf(schema).length > 1 && !isLegacy,
    (schema) => {
      const [one, other] = propertiesOf(schema).map(([name]) => name);
      return {
        ...schema,
        dependentSchemas: { [one ?? '']: { properties: { [other ?? '']: { type: 'string' } } } },
      };
    },
  ),
  'values listed': when(
    (schema) => isString(schema) && isFree(schema),
    (schema) => ({ ...schema, enum: ['a', 'b', 'c'] }),
  ),
  'value added': onEnum((values) => [...values, 'added']),
  'value removed': onEnum(dropAt),
  'value exchanged': onEnum((values) => ['other', ...values.slice(1)]),
  'values in another order': onEnum((values) => [...values].reverse()),
  'values freed': drop('enum'),
  'constant fixed': when(
    (schema) => isString(schema) && isFree(schema),
    (schema) => ({ ...schema, const: 'only' }),
  ),
  'constant exchanged': set((schema) => schema.const !== undefined, { const: 'other' }),
  'constant freed': drop('const'),
  'lower bound added': set(isNumber, { minimum: 1 }),
  'upper bound added': set(isNumber, { maximum: 50 }),
  'open bound added': set(isNumber, { exclusiveMinimum: 0 }),
  'lower bound raised': shift('minimum', 1),
  'lower bound lowered': shift('minimum', -1),
  'upper bound raised': shift('maximum', 1),
  'upper bound lowered': shift('maximum', -1),
  'bound dropped': drop('maximum'),
  'multiples demanded': set(isNumber, { multipleOf: 5 }),
  'length demanded': set(isString, { minLength: 2 }),
  'length limited': set(isString, { maxLength: 10 }),
  'length limit moved': shift('maxLength', 3),
  'length demand moved': shift('minLength', 1),
  'length freed': drop('maxLength'),
  'pattern added': set(isString, { pattern: '^[a-z0-9]+$' }),
  'pattern that lets all through': set(isString, { pattern: '.*' }),
  'pattern widened': when(
    (schema) => typeof schema.pattern === 'string',
    (schema) => ({ ...schema, pattern: `(?:${schema.pattern})|^extra$` }),
  ),
  'pattern exchanged': set((schema) => typeof schema.pattern === 'string', {
    pattern: '^[A-Z]{2}$',
  }),
  'pattern dropped': drop('pattern'),
  'format added': set((schema) => isString(schema) && schema.format === undefined, {
    format: 'uri',
  }),
  'format exchanged': set((schema) => typeof schema.format === 'string', { format: 'hostname' }),
  'format dropped': drop('format'),
  'default added': set((schema) => isString(schema) && schema.default === undefined, {
    default: 'x',
  }),
  'default exchanged': set((schema) => schema.default !== undefined, { default: 'another' }),
  'default dropped': drop('default'),
  'description exchanged': set(() => true, { description: 'Other words.', title: 'Title' }),
  'items exchanged': set(isArray, { items: { type: 'boolean' } }),
  'items freed': when(isArray, (schema) => without(schema, 'items')),
  'items narrowed': when(
    (schema) => isArray(schema) && isJsonObject(schema.items),
    (schema) => ({ ...schema, items: { allOf: [schema.items ?? true, { not: { const: 'x' } }] } }),
  ),
  'tuple begun': when(isArray, (schema, { isLegacy }) =>
    isLegacy
      ? { ...schema, items: [{ type: 'string' }], additionalItems: schema.items ?? true }
      : { ...schema, prefixItems: [{ type: 'string' }] },
  ),
  'something contained': set(isArray, { contains: { type: 'string' } }),
  'two contained': when(
    (schema, { isLegacy }) => isArray(schema) && !isLegacy,
    (schema) => ({ ...schema, contains: { type: 'string' }, minContains: 2 }),
  ),
  'repetition refused': set(isArray, { uniqueItems: true }),
  'more items demanded': set(isArray, { minItems: 2 }),
  'fewer items allowed': set(isArray, { maxItems: 2 }),
  'item limit dropped': drop('maxItems'),
  'unevaluated items refused': when(
    (schema, { isLegacy }) => isArray(schema) && !isLegacy,
    (schema) => ({ ...schema, unevaluatedItems: false }),
  ),
  'wrapped in allOf': wrap((schema) => ({ allOf: [schema] })),
  'allOf narrowed': wrap((schema) => ({
    allOf: [schema, { not: { const: 0 } }, { minLength: 1 }],
  })),
  'wrapped in anyOf': wrap((schema) => ({ anyOf: [schema] })),
  'alternative offered': wrap((schema) => ({ anyOf: [schema, { type: 'integer' }] })),
  'wrapped in oneOf': wrap((schema) => ({ oneOf: [schema] })),
  'exclusive alternative offered': wrap((schema) => ({ oneOf: [schema, { type: 'null' }] })),
  'alternative removed': ofBranches('anyOf', dropAt),
  'exclusive alternative removed': ofBranches('oneOf', dropAt),
  'alternative added': ofBranches('anyOf', (branches) => [...branches, { type: 'boolean' }]),
  'exclusive alternative added': ofBranches('oneOf', (branches) => [
    ...branches,
    { type: 'object', properties: { kind: { const: 'added' } }, required: ['kind'] },
  ]),
  'oneOf to anyOf': when(
    (schema) => Array.isArray(schema.oneOf),
    (schema) => ({ ...without(schema, 'oneOf'), anyOf: schema.oneOf ?? [] }),
  ),
  'anyOf to oneOf': when(
    (schema) => Array.isArray(schema.anyOf),
    (schema) => ({ ...without(schema, 'anyOf'), oneOf: schema.anyOf ?? [] }),
  ),
  'alternatives in another order': ofBranches('anyOf', (branches) => [...branches].reverse()),
  'value excluded': wrap((schema) => ({ ...schema, not: { const: 'x' } })),
  'type excluded': wrap((schema) => ({ ...schema, not: { type: 'null' } })),
  'condition added': when(
    (schema) => propertiesOf(schema).length > 1,
    (schema) => {
      const [one, other] = propertiesOf(schema).map(([name]) => name);
      const demand = { required: [other ?? ''] };
      return { ...schema, if: { required: [one ?? ''] }, ...keyword('then', demand) };
    },
  ),
  'condition with else added': when(
    (schema) => propertiesOf(schema).length > 1,
    (schema) => {
      const [one, other] = propertiesOf(schema).map(([name]) => name);
      return {
        ...schema,
        if: { properties: { [one ?? '']: { type: 'string' } } },
        else: { properties: { [other ?? '']: { maxLength: 3 } } },
      };
    },
  ),
  'moved under $defs': wrap(() => ({ $ref: `#/$defs/${MOVED}` })),
  'reference to itself': addProperty('children', { type: 'array', items: { $ref: '#' } }),
  'everything accepted': wrap(() => ({})),
};

/** Kinds whose verdict is `unknown` by definition, not for want of a proof. */
export const REMARKS: ReadonlySet<string> = new Set([
  'format added',
  'format exchanged',
  'format dropped',
  'default added',
  'default exchanged',
  'default dropped',
]);
