import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/shared/json';
import { capabilityKey, type IndexDocument } from '@/lib/index/document';

/** Tool-retrieval sets lie beside the checkout; they are no part of the project. */
const FOLDER = join(process.cwd(), '..', 'shared', 'bench');

export type Query = { query: string; relevant: string[] };
export type BenchSet = { name: string; documents: IndexDocument[]; queries: Query[] };

/** Every set that is there, smallest first; none where the folder is absent. */
export function benchSets(): BenchSet[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readSet(entry.name))
    .sort((a, b) => a.documents.length - b.documents.length);
}

function readSet(name: string): BenchSet {
  return {
    name,
    documents: readLines(join(FOLDER, name, 'tools.jsonl')).map(toDocument),
    queries: readLines(join(FOLDER, name, 'queries.jsonl')).map((line) => ({
      query: text(line.query),
      relevant: list(line.relevant).map(text),
    })),
  };
}

function readLines(path: string): JsonObject[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line): unknown => JSON.parse(line)).filter(isJsonObject);
}

function toDocument(tool: JsonObject): IndexDocument {
  const id = text(tool.id);
  const parameters = parametersOf(tool.parameters);
  return {
    key: capabilityKey('bench', id),
    tenantId: 'bench',
    id,
    name: text(tool.name),
    serverName: text(tool.server),
    category: text(tool.category),
    tags: list(tool.tags).map(text),
    description: text(tool.description),
    paramNames: parameters.map(([key]) => key),
    paramDescriptions: parameters.map(([, description]) => description),
    tokens: 0,
  };
}

/** Either a JSON Schema or a plain map of names to descriptions. */
function parametersOf(value: Json | undefined): [string, string][] {
  if (!isJsonObject(value)) return [];
  const properties = isJsonObject(value.properties) ? value.properties : value;
  return Object.entries(properties).map(([key, item]) => [
    key,
    isJsonObject(item) ? text(item.description) : text(item),
  ]);
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
