import type { CapabilityType, Risk } from '../shared/domain';
import { isJsonObject, type JsonObject } from '../shared/json';
import { itemProblem, textProblem } from './bounds';
import { annotationFindings, riskFromAnnotations } from './risk';
import { asObjectSchema, schemaOfPrompt, schemaOfResource, schemaOfTemplate } from './schemas';
import type { Draft, Finding, Parsed } from './types';

export type ParseContext = { serverName: string; riskFloor: Risk };
type Item = { raw: JsonObject; name: string };
/** How a kind is recognised again: what it is listed as, and what the server calls it. */
type Kind = {
  type: CapabilityType;
  list: string;
  nameOf: (raw: JsonObject) => string | null;
  upstreamNameOf: (raw: JsonObject) => string | null;
};
type Parser = (item: unknown, index: number, context: ParseContext) => Parsed;

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function reject(kind: Kind, raw: unknown, name: string, reason: string): Parsed {
  const upstreamName = isJsonObject(raw) ? kind.upstreamNameOf(raw) : null;
  const rejection = { type: kind.type, name: name.slice(0, 200), upstreamName, reason };
  return { ok: false, rejection };
}

/** What every kind must have: an object, storable, with a name of sane length. */
function readItem(kind: Kind, item: unknown, index: number): { item: Item } | { parsed: Parsed } {
  const name = isJsonObject(item) ? kind.nameOf(item) : null;
  const label = (name ?? `${kind.list}[${index}]`)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '');
  if (!isJsonObject(item)) return { parsed: reject(kind, item, label, 'it is not an object') };
  if (!name) return { parsed: reject(kind, item, label, 'it has no name') };
  const problem = itemProblem(item) ?? textProblem(name, item.description);
  if (problem) return { parsed: reject(kind, item, label, problem) };
  return { item: { raw: item, name } };
}

/** The text stays as it came, hidden characters and all: the description lint judges it. */
function describe(item: Item, context: ParseContext): { description: string; findings: Finding[] } {
  const description = text(item.raw.description);
  if (description) return { description, findings: [] };
  const finding: Finding = {
    rule: 'description-missing',
    severity: 'warning',
    path: 'description',
    message: 'The server gives no description.',
    suggestion: 'Write what it does, on what, and what it changes; agents choose by it.',
  };
  return { description: `${item.name} of ${context.serverName}`, findings: [finding] };
}

function common(item: Item, context: ParseContext) {
  const { description, findings } = describe(item, context);
  const annotations = isJsonObject(item.raw.annotations) ? item.raw.annotations : {};
  return { name: item.name, title: text(item.raw.title), description, annotations, findings };
}

const TOOL: Kind = {
  type: 'MCP_TOOL',
  list: 'tools',
  nameOf: (item) => text(item.name),
  upstreamNameOf: (item) => text(item.name),
};

/** An item of `tools/list`; rejected by name when its input schema is no object schema. */
export const parseTool: Parser = (raw, index, context) => {
  const read = readItem(TOOL, raw, index);
  if ('parsed' in read) return read.parsed;
  const { item } = read;
  const input = asObjectSchema(item.raw.inputSchema, 'inputSchema');
  if ('reason' in input) return reject(TOOL, raw, item.name, input.reason);
  const base = common(item, context);
  const title = base.title ?? text(base.annotations.title);
  const output = item.raw.outputSchema;
  const findings = [...base.findings, ...input.findings, ...annotationFindings(base.annotations)];
  if (output !== undefined && output !== null && !isJsonObject(output)) {
    findings.push(badOutputSchema('it is not an object'));
  }
  const draft: Draft = {
    ...base,
    type: TOOL.type,
    title,
    upstreamName: item.name,
    inputSchema: input.schema,
    outputSchema: isJsonObject(output) ? output : null,
    metadata: {},
    risk: riskFromAnnotations(base.annotations, context.riskFloor),
    findings,
  };
  return { ok: true, draft };
};

/** A tool is not lost over its output schema; the schema is. */
export function badOutputSchema(reason: string): Finding {
  return {
    rule: 'output-schema-invalid',
    severity: 'warning',
    path: 'outputSchema',
    message: `The output schema was left out: ${reason}`,
    suggestion: 'Correct the output schema; until then answers are not checked.',
  };
}

function lastSegment(uri: string): string {
  return uri.replace(/\/+$/, '').split('/').at(-1) || uri;
}

function pick(raw: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (raw[key] === undefined ? [] : [[key, raw[key]]])),
  );
}

const RESOURCE: Kind = {
  type: 'MCP_RESOURCE',
  list: 'resources',
  nameOf: (item) => text(item.name) ?? (text(item.uri) ? lastSegment(String(item.uri)) : null),
  upstreamNameOf: (item) => text(item.uri),
};

/** An item of `resources/list`; its uri is what it is read by. */
export const parseResource: Parser = (raw, index, context) => {
  const read = readItem(RESOURCE, raw, index);
  if ('parsed' in read) return read.parsed;
  const uri = text(read.item.raw.uri);
  if (!uri) return reject(RESOURCE, raw, read.item.name, 'it has no uri');
  const draft: Draft = {
    ...common(read.item, context),
    type: RESOURCE.type,
    upstreamName: uri,
    inputSchema: schemaOfResource(),
    outputSchema: null,
    metadata: { ...pick(read.item.raw, ['mimeType', 'size']), uri },
    risk: riskFromAnnotations({ readOnlyHint: true }, context.riskFloor),
  };
  return { ok: true, draft };
};

const TEMPLATE: Kind = {
  type: 'MCP_RESOURCE',
  list: 'resourceTemplates',
  nameOf: (item) => text(item.name) ?? text(item.uriTemplate),
  upstreamNameOf: (item) => text(item.uriTemplate),
};

/** An item of `resources/templates/list`; the variables of its uri are the arguments. */
export const parseTemplate: Parser = (raw, index, context) => {
  const read = readItem(TEMPLATE, raw, index);
  if ('parsed' in read) return read.parsed;
  const uriTemplate = text(read.item.raw.uriTemplate);
  if (!uriTemplate) return reject(TEMPLATE, raw, read.item.name, 'it has no uriTemplate');
  const input = schemaOfTemplate(uriTemplate);
  if ('reason' in input) return reject(TEMPLATE, raw, read.item.name, input.reason);
  const draft: Draft = {
    ...common(read.item, context),
    type: TEMPLATE.type,
    upstreamName: uriTemplate,
    inputSchema: input.schema,
    outputSchema: null,
    metadata: { ...pick(read.item.raw, ['mimeType']), uriTemplate },
    risk: riskFromAnnotations({ readOnlyHint: true }, context.riskFloor),
  };
  return { ok: true, draft };
};

const PROMPT: Kind = {
  type: 'MCP_PROMPT',
  list: 'prompts',
  nameOf: (item) => text(item.name),
  upstreamNameOf: (item) => text(item.name),
};

/** An item of `prompts/list`; its declared arguments become the input schema. */
export const parsePrompt: Parser = (raw, index, context) => {
  const read = readItem(PROMPT, raw, index);
  if ('parsed' in read) return read.parsed;
  const input = schemaOfPrompt(read.item.raw.arguments);
  const base = common(read.item, context);
  const draft: Draft = {
    ...base,
    type: PROMPT.type,
    upstreamName: read.item.name,
    inputSchema: input.schema,
    outputSchema: null,
    metadata: {},
    risk: riskFromAnnotations({ readOnlyHint: true }, context.riskFloor),
    findings: [...base.findings, ...input.findings],
  };
  return { ok: true, draft };
};
