import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import { contractOf, readYaml, type YamlDocument } from '@/lib/schemas/contract-yaml';
import { EXIT, Exit } from './exit';

export type ContractFile = {
  /** As it is shown. */
  name: string;
  path: string;
  /** The folder that was named: nothing outside of it is read. */
  root: string;
  documents: YamlDocument[];
};

/** One document, ready to be sent: schemas of files are written out. */
export type LocalContract = { file: ContractFile; index: number; key: string; value: JsonObject };

const YAML_FILE = /\.ya?ml$/i;
const SCHEMAS = [
  ['inputs_file', 'inputs'],
  ['outputs_file', 'outputs'],
] as const;

/** Contracts of files and folders. @throws Exit with file, line and field of all that is wrong. */
export async function readContracts(named: readonly string[]): Promise<LocalContract[]> {
  if (named.length === 0) throw new Exit(EXIT.usage, 'Name a file or a folder with -f.');
  const problems: string[] = [];
  const contracts: LocalContract[] = [];
  const seen = new Map<string, string>();
  for (const name of named) {
    for (const { path, root } of await filesOf(name)) {
      const file = await readOne(path, root, problems, contracts);
      for (const one of contracts.filter((other) => other.file === file)) {
        const before = seen.get(one.key);
        if (before) problems.push(`${file.name}: ${one.key} is in ${before} too; keep one.`);
        seen.set(one.key, file.name);
      }
    }
  }
  if (problems.length > 0) throw new Exit(EXIT.invalid, problems.join('\n'));
  if (contracts.length === 0) throw new Exit(EXIT.invalid, 'There is no contract in these files.');
  return contracts;
}

async function readOne(
  path: string,
  root: string,
  problems: string[],
  contracts: LocalContract[],
): Promise<ContractFile> {
  const name = path === '-' ? 'what was piped in' : relative(process.cwd(), path) || path;
  const text = path === '-' ? await textOf(process.stdin) : await readFile(path, 'utf8');
  const read = readYaml(text);
  const file = { name, path, root, documents: read.documents };
  for (const { path: field, line, column, message } of read.problems) {
    problems.push(`${name}:${line}:${column}: ${field ? `${field}: ` : ''}${message}`);
  }
  if (read.problems.length > 0) return file;
  for (const [index, document] of read.documents.entries()) {
    const parsed = contractOf(document, read.lines, index + 1);
    if ('problems' in parsed) {
      for (const { path: field, line, column, message } of parsed.problems) {
        problems.push(`${name}:${line}:${column}: ${field ? `${field}: ` : ''}${message}`);
      }
      continue;
    }
    const { kind, id } = parsed.contract;
    try {
      const value = await withSchemas(file, document);
      contracts.push({ file, index, key: `${kind} ${id}`, value });
    } catch (error) {
      problems.push(`${name}:${parsed.line}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return file;
}

async function withSchemas(file: ContractFile, document: YamlDocument): Promise<JsonObject> {
  const value: unknown = document.toJS();
  if (!isJsonObject(value)) throw new Error('This is no contract.');
  const out = { ...value };
  for (const [key, field] of SCHEMAS) {
    const named = out[key];
    if (typeof named !== 'string') continue;
    if (out[field] !== undefined) throw new Error(`Give ${field} or ${key}, not both.`);
    out[field] = await readSchema(file, named, key);
    delete out[key];
  }
  return out;
}

async function readSchema(file: ContractFile, named: string, key: string): Promise<JsonObject> {
  const path = await schemaPath(file, named);
  const { documents, problems } = readYaml(await readFile(path, 'utf8'));
  const schema: unknown = problems.length === 0 ? documents[0]?.toJS() : null;
  if (!isJsonObject(schema)) throw new Error(`${key}: ${named} holds no JSON Schema.`);
  return schema;
}

/** Where a schema file really is. @throws Error when that is outside of the folder named. */
export async function schemaPath(file: ContractFile, named: string): Promise<string> {
  const wanted = resolve(dirname(file.path), named);
  const path = await realpath(wanted).catch(() => {
    throw new Error(`There is no file ${named} beside it.`);
  });
  const root = await realpath(file.root);
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`${named} is outside of the folder ${file.root}; keep schemas inside of it.`);
  }
  return path;
}

async function filesOf(name: string): Promise<{ path: string; root: string }[]> {
  if (name === '-') return [{ path: '-', root: process.cwd() }];
  const path = resolve(name);
  const found = await stat(path).catch(() => {
    throw new Exit(EXIT.usage, `There is no file or folder ${name}.`);
  });
  if (!found.isDirectory()) return [{ path, root: dirname(path) }];
  return (await walk(path)).map((one) => ({ path: one, root: path }));
}

/** YAML files below a folder, by name; links and hidden folders are left alone. */
async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) paths.push(...(await walk(path)));
    else if (entry.isFile() && YAML_FILE.test(entry.name)) paths.push(path);
  }
  return paths;
}
