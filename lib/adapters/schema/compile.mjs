import { createRequire } from 'node:module';
import Ajv from 'ajv';
import Ajv2019 from 'ajv/dist/2019.js';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';

const require = createRequire(import.meta.url);
const DIALECTS = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019'],
  [/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/, '7'],
  [/^https?:\/\/json-schema\.org\/draft-04\/schema#?$/, '4'],
  [/^https?:\/\/json-schema\.org\/schema#?$/, '2020'],
];
/** Ajv keeps a little of every schema it has seen; a fresh one now and then bounds that. */
const COMPILES_PER_INSTANCE = 500;
const instances = new Map();

/** '2020' | '2019' | '7' | '4', or undefined for a dialect nobody here speaks. Absent is 2020-12. */
export function dialectOf(schema) {
  const declared = schema.$schema;
  if (declared === undefined) return '2020';
  return DIALECTS.find(([pattern]) => typeof declared === 'string' && pattern.test(declared))?.[1];
}

/**
 * The engine ajv asks for patterns: RE2, whose time is linear in the text. What RE2 cannot
 * express (look-around, back-references) runs on the built-in engine, here in the worker,
 * where the caller's deadline ends it; `onFallback` hears of it.
 */
function linearRegExp(onFallback) {
  const engine = (pattern, flags) => {
    const native = new RegExp(pattern, flags);
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
      // Ajv tells patterns apart by their text form: without one, all would be the first.
      return { test: (text) => compiled.test(text), toString: () => `re2/${pattern}/${flags}` };
    } catch {
      onFallback(pattern);
      return native;
    }
  };
  engine.code = 'new RegExp';
  return engine;
}

function instanceFor(dialect) {
  const held = instances.get(dialect);
  if (held && held.compiles < COMPILES_PER_INSTANCE) return held;
  const entry = { compiles: 0, fallbacks: [] };
  const AjvClass = { 2020: Ajv2020, 2019: Ajv2019 }[dialect] ?? Ajv;
  entry.ajv = new (AjvClass.default ?? AjvClass)({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    addUsedSchema: false,
    // Optimising the generated code doubles the time to compile and gains little here.
    code: { optimize: false, regExp: linearRegExp((pattern) => entry.fallbacks.push(pattern)) },
  });
  (addFormats.default ?? addFormats)(entry.ajv);
  if (dialect === '7') entry.ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  instances.set(dialect, entry);
  return entry;
}

const ONE = ['not', 'items', 'additionalItems', 'additionalProperties'];
const MANY = ['allOf', 'anyOf', 'oneOf'];
const NAMED = ['properties', 'patternProperties', 'definitions', 'dependencies'];

/** Draft-04 said exclusiveMinimum as a flag and `id` for `$id`; draft-07 says the same otherwise. */
export function fromDraft4(schema) {
  if (Array.isArray(schema)) return schema.map(fromDraft4);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { id, ...out } = schema;
  if (typeof id === 'string') out.$id = id;
  for (const bound of ['Minimum', 'Maximum']) {
    const flag = `exclusive${bound}`;
    if (typeof out[flag] !== 'boolean') continue;
    const limit = bound.toLowerCase();
    const exclusive = out[flag];
    delete out[flag];
    if (!exclusive || typeof out[limit] !== 'number') continue;
    out[flag] = out[limit];
    delete out[limit];
  }
  for (const key of [...ONE, ...MANY]) if (key in out) out[key] = fromDraft4(out[key]);
  for (const key of NAMED) {
    const group = out[key];
    if (typeof group !== 'object' || group === null || Array.isArray(group)) continue;
    out[key] = Object.fromEntries(Object.entries(group).map(([k, v]) => [k, fromDraft4(v)]));
  }
  return out;
}

function reasonOf(error) {
  if (error?.missingRef !== undefined) {
    const local = String(error.missingRef).startsWith('#') || !/^[a-z]+:/i.test(error.missingRef);
    return local
      ? `"$ref": "${error.missingRef}" names nothing in this schema; define it under "$defs".`
      : `"$ref": "${error.missingRef}" points outside the schema, which is never fetched; copy what it names under "$defs".`;
  }
  return String(error?.message ?? error).slice(0, 500);
}

/**
 * @returns {{ok: true, validate: Function, fallbacks: string[]} | {ok: false, reason: string}}
 * `fallbacks` are the patterns that run on the built-in engine.
 */
export function compile(schema) {
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    return {
      ok: false,
      reason: `"$schema": ${JSON.stringify(schema.$schema)} is not a dialect known here; use draft-04, draft-06, draft-07, 2019-09 or 2020-12.`,
    };
  }
  const { $schema: _declared, ...body } = dialect === '4' ? fromDraft4(schema) : schema;
  const entry = instanceFor(dialect === '4' ? '7' : dialect);
  entry.compiles += 1;
  entry.fallbacks.length = 0;
  try {
    const validate = entry.ajv.compile(body);
    if (validate.$async)
      return { ok: false, reason: '"$async" schemas are not supported; remove it.' };
    return { ok: true, validate, fallbacks: [...new Set(entry.fallbacks)] };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    entry.ajv.removeSchema(body);
  }
}
