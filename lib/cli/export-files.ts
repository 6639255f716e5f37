import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@/lib/core/shared/json';
import {
  contractOf,
  readYaml,
  updateDocument,
  type YamlDocument,
} from '@/lib/schemas/contract-yaml';
import { type ContractFile, readContracts, schemaPath } from './contract-files';
import { EXIT, Exit } from './exit';

const FOLDER = {
  Team: 'teams',
  Backend: 'backends',
  Provider: 'providers',
  Capability: 'capabilities',
} as const;

/**
 * Writes an exported catalog into a folder, one file a thing. What a file of the folder holds
 * already is brought up to date where it stands: comments and order stay, and a schema kept in a
 * file of its own is written there. Answers how many files were new and changed.
 */
export async function writeExport(
  text: string,
  folder: string,
): Promise<{ added: number; updated: number; unchanged: number }> {
  const { documents, lines, problems } = readYaml(text);
  if (problems[0]) throw new Exit(EXIT.unexpected, `The export is no YAML: ${problems[0].message}`);
  const known = await knownIn(folder);
  const count = { added: 0, updated: 0, unchanged: 0 };
  for (const [index, document] of documents.entries()) {
    const parsed = contractOf(document, lines, index + 1);
    if ('problems' in parsed)
      throw new Exit(EXIT.unexpected, 'The export is from a newer Capstan.');
    const { kind, id } = parsed.contract;
    const here = known.get(`${kind} ${id}`);
    if (here) count[await update(here, document.toJS() as JsonObject)] += 1;
    else {
      const path = join(folder, FOLDER[kind], `${id}.yaml`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, String(document).replace(/^---\n/, ''));
      count.added += 1;
    }
  }
  return count;
}

type Known = { file: ContractFile; document: YamlDocument };

async function knownIn(folder: string): Promise<Map<string, Known>> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length === 0) return new Map();
  const contracts = await readContracts([folder]).catch((error: unknown) => {
    if (error instanceof Exit && error.message.startsWith('There is no contract')) return [];
    throw error;
  });
  return new Map(
    contracts.flatMap(({ file, index, key }) => {
      const document = file.documents[index];
      return document ? [[key, { file, document }] as const] : [];
    }),
  );
}

async function update(
  { file, document }: Known,
  exported: JsonObject,
): Promise<'updated' | 'unchanged'> {
  const was = file.documents.map(String).join('');
  const value = { ...exported };
  let moved = false;
  for (const key of ['inputs', 'outputs'] as const) {
    const named: unknown = document.get(`${key}_file`);
    if (typeof named !== 'string') continue;
    moved = (await writeSchema(await schemaPath(file, named), value[key])) || moved;
    delete value[key];
    value[`${key}_file`] = named;
  }
  updateDocument(document, value);
  const text = file.documents.map(String).join('');
  if (text === was) return moved ? 'updated' : 'unchanged';
  await writeFile(file.path, text);
  return 'updated';
}

async function writeSchema(path: string, schema: unknown): Promise<boolean> {
  const { documents } = readYaml(await readFile(path, 'utf8'));
  const [document] = documents;
  if (document && JSON.stringify(document.toJS()) === JSON.stringify(schema)) return false;
  if (document && !path.endsWith('.json')) {
    updateDocument(document, schema as Record<string, unknown>);
    await writeFile(path, String(document));
  } else await writeFile(path, `${JSON.stringify(schema, null, 2)}\n`);
  return true;
}
