import { isJsonObject, type JsonObject, type JsonSchema } from '../shared/json';
import type { Finding } from './types';

const EMPTY: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

function noObject(path: string, message: string): Finding {
  return {
    rule: 'schema-not-object',
    severity: 'warning',
    path,
    message,
    suggestion: 'Add "type": "object" and the properties; until then any arguments are accepted.',
  };
}

/** Arguments are always an object: a schema that does not say so is read as if it did. */
export function asObjectSchema(
  raw: unknown,
  path: string,
): { schema: JsonSchema; findings: Finding[] } | { reason: string } {
  if (raw === undefined || raw === null) {
    return { schema: { type: 'object' }, findings: [noObject(path, 'There is no input schema.')] };
  }
  if (!isJsonObject(raw)) return { reason: `${path} is not an object` };
  if (raw.type === 'object') return { schema: raw, findings: [] };
  const said = raw.type === undefined ? 'has no type' : `has the type ${JSON.stringify(raw.type)}`;
  return {
    schema: { ...raw, type: 'object' },
    findings: [noObject(path, `The root of the schema ${said}; it is kept as an object.`)],
  };
}

/** A resource is read by its address alone. */
export function schemaOfResource(): JsonSchema {
  return EMPTY;
}

/** Prompt arguments are strings with a name, a description and whether they are required. */
export function schemaOfPrompt(args: unknown): { schema: JsonSchema; findings: Finding[] } {
  const properties: JsonObject = {};
  const required: string[] = [];
  const findings: Finding[] = [];
  const list = Array.isArray(args) ? args : [];
  for (const [index, arg] of list.entries()) {
    if (!isJsonObject(arg) || typeof arg.name !== 'string' || arg.name === '') {
      findings.push({
        rule: 'prompt-argument-unnamed',
        severity: 'warning',
        path: `arguments[${index}]`,
        message: 'An argument without a name was left out.',
        suggestion: 'Ask the owner of the server to name it.',
      });
      continue;
    }
    const property: JsonObject = { type: 'string' };
    if (typeof arg.title === 'string') property.title = arg.title;
    if (typeof arg.description === 'string') property.description = arg.description;
    define(properties, arg.name, property);
    if (arg.required === true && !required.includes(arg.name)) required.push(arg.name);
  }
  return { schema: objectSchema(properties, required), findings };
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*)(\*|:[1-9]\d{0,3})?$/;

/**
 * The variables of a URI template (RFC 6570) as an object of strings. Those of a query
 * (`{?a,b}`) may be left out. A reason instead where it is not a template.
 */
export function schemaOfTemplate(template: string): { schema: JsonSchema } | { reason: string } {
  if (/[{}]/.test(template.replaceAll(EXPRESSION, ''))) {
    return { reason: 'the URI template has an unmatched brace' };
  }
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const [, operator = '', list = ''] of template.matchAll(EXPRESSION)) {
    for (const spec of list.split(',')) {
      const [, name, modifier] = VARIABLE.exec(spec.trim()) ?? [];
      if (!name) return { reason: `the URI template has no variable name in {${operator}${list}}` };
      const property: JsonObject = { type: 'string' };
      if (modifier?.startsWith(':')) property.maxLength = Number(modifier.slice(1));
      define(properties, name, property);
      const optional = operator === '?' || operator === '&';
      if (!optional && !required.includes(name)) required.push(name);
    }
  }
  return { schema: objectSchema(properties, required) };
}

function objectSchema(properties: JsonObject, required: string[]): JsonSchema {
  const schema: JsonSchema = { type: 'object', properties, additionalProperties: false };
  return required.length > 0 ? { ...schema, required } : schema;
}

/** Sets a key even where its name means something to objects (`__proto__`). */
function define(target: JsonObject, key: string, value: JsonObject): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
