const MAX_ERRORS = 20;
const MAX_LISTED = 12;

/** `/items/2/na~1me` as `items[2].na/me`; the root is the empty string. */
export function dottedPath(pointer) {
  let path = '';
  for (const raw of pointer.split('/').slice(1)) {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(part)) path += `[${part}]`;
    else path += path ? `.${part}` : part;
  }
  return path;
}

function child(path, name) {
  return path ? `${path}.${name}` : String(name);
}

function listed(values) {
  const shown = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return shown.join(', ') + (values.length > MAX_LISTED ? `, … (${values.length} in all)` : '');
}

function typeName(value) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function article(word) {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function kindOf(schema) {
  if (typeof schema !== 'object' || schema === null) return '';
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type;
  return typeof type === 'string' ? ` (${type})` : '';
}

const SENTENCES = {
  required: ({ params, parentSchema }) =>
    `is required; add it${kindOf(parentSchema?.properties?.[params.missingProperty])}.`,
  additionalProperties: ({ parentSchema }) => {
    const names = Object.keys(parentSchema?.properties ?? {});
    const hint = names.length > 0 ? ` or use one of ${listed(names)}` : '';
    return `is not a declared property; remove it${hint}.`;
  },
  type: ({ params, data }) =>
    `must be ${article([params.type].flat().join(' or '))}, not ${article(typeName(data))}.`,
  enum: ({ params }) => `must be one of ${listed(params.allowedValues)}.`,
  const: ({ params }) => `must be ${listed([params.allowedValue])}.`,
  format: ({ params }) => `must be written as ${article(params.format)}.`,
  pattern: ({ params }) => `must match the pattern ${params.pattern}`,
  minLength: ({ params }) => `must have at least ${params.limit} characters.`,
  maxLength: ({ params }) => `must have at most ${params.limit} characters.`,
  minItems: ({ params }) => `must have at least ${params.limit} items.`,
  maxItems: ({ params }) => `must have at most ${params.limit} items.`,
};

function pathOf(error) {
  const path = dottedPath(error.instancePath);
  if (error.keyword === 'required') return child(path, error.params.missingProperty);
  if (error.keyword === 'additionalProperties') return child(path, error.params.additionalProperty);
  if (error.keyword === 'unevaluatedProperties') {
    return child(path, error.params.unevaluatedProperty);
  }
  return path;
}

/** Ajv's errors as what is wrong where, each with the fix. At most twenty, none twice. */
export function explain(errors) {
  const seen = new Map();
  for (const error of errors) {
    const sentence =
      SENTENCES[error.keyword === 'unevaluatedProperties' ? 'additionalProperties' : error.keyword];
    const message = sentence?.(error) ?? `${error.message ?? 'is not valid'}.`;
    const entry = { path: pathOf(error), message };
    seen.set(`${entry.path}\n${message}`, entry);
    if (seen.size >= MAX_ERRORS) break;
  }
  return [...seen.values()];
}
