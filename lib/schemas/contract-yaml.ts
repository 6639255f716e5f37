import {
  Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  parseAllDocuments,
  visit,
} from 'yaml';
import type { z } from 'zod';
import { findUnstorable, type Place } from '@/lib/core/shared/storable';
import { type Contract, contractSchema, MAX_CONTRACT_BYTES, MAX_CONTRACTS } from './contract';

/** What is wrong, where, and what to write instead. Lines and columns count from 1. */
export type ContractProblem = {
  document: number;
  /** Field path, `limits.timeout`; empty for the document as a whole. */
  path: string;
  line: number;
  column: number;
  message: string;
};
export type ParsedContract = { document: number; line: number; contract: Contract };

/** Deepest nesting read; deeper ones exhaust the stack of what walks them. */
const MAX_DEPTH = 100;
const MAX_ALIASES = 100;
const MAX_PROBLEMS = 50;
/** An alias is small in the file and may be large in the catalog. */
const MAX_EXPANDED = 2 * 1024 * 1024;

const OPTIONS = { stringKeys: true, prettyErrors: false, merge: false, version: '1.2' } as const;
export type YamlDocument = Document.Parsed;

type Read = { documents: YamlDocument[]; lines: LineCounter; problems: ContractProblem[] };

/**
 * The documents of a YAML stream, and what is wrong with it as YAML: tags, complex or repeated
 * keys, aliases without bound and bottomless nesting are refused.
 */
export function readYaml(text: string): Read {
  const lines = new LineCounter();
  const whole = (message: string, line = 1, column = 1) => ({
    documents: [],
    lines,
    problems: [{ document: 1, path: '', line, column, message }],
  });
  if (text.length > MAX_CONTRACT_BYTES) return whole('The file is larger than 8 MB; split it.');
  const deep = tooDeep(text);
  if (deep) return whole(deep.message, deep.line, deep.column);
  const parsed = parseAllDocuments(text, { ...OPTIONS, lineCounter: lines });
  const documents = Array.isArray(parsed) ? parsed.filter((one) => one.contents !== null) : [];
  if (documents.length > MAX_CONTRACTS) {
    return whole(
      `There are ${documents.length} documents; use at most ${MAX_CONTRACTS} at a time.`,
    );
  }
  const problems: ContractProblem[] = [];
  for (const [index, document] of documents.entries()) {
    const at = (offset: number, message: string, path = '') => {
      const { line, col } = lines.linePos(offset);
      problems.push({ document: index + 1, path, line, column: Math.max(1, col), message });
    };
    for (const error of document.errors.slice(0, MAX_PROBLEMS)) at(error.pos[0], wordsOf(error));
    if (document.errors.length === 0) refuseTags(document, at);
  }
  return { documents, lines, problems: problems.slice(0, MAX_PROBLEMS) };
}

function wordsOf(error: { code: string; message: string }): string {
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return 'This field is written twice; keep one.';
    case 'NON_STRING_KEY':
      return 'A field name has to be text.';
    case 'TAB_AS_INDENT':
      return 'Indent with spaces, not tabs.';
    default:
      return `This is no valid YAML: ${error.message}`;
  }
}

function refuseTags(document: YamlDocument, at: (offset: number, message: string) => void): void {
  visit(document, (_key, node) => {
    if (!isNode(node)) {
      if (isPair(node) && isScalar(node.key) && node.key.value === '__proto__') {
        at(node.key.range?.[0] ?? 0, 'A field cannot have this name.');
      }
      return;
    }
    if (!isAlias(node) && node.tag !== undefined) {
      at(node.range?.[0] ?? 0, `Take the tag "${node.tag}" away; write the value plainly.`);
    }
  });
}

/**
 * Whether it nests too deep, told from its tokens alone: what composes YAML calls itself once a
 * level, and an exhausted stack there can end the whole process. Each level of a block stands
 * further to the right, so that the column bounds the levels.
 */
function tooDeep(text: string): { message: string; line: number; column: number } | null {
  let [line, column, flow, scalar, start] = [1, 1, 0, false, true];
  const problem = (message: string) => ({ message, line, column });
  for (const token of new Lexer().lex(text)) {
    const isText = scalar;
    scalar = token === '\u001f';
    if (!isText) {
      if (token === '[' || token === '{') flow += 1;
      if (token === ']' || token === '}') flow -= 1;
      if (token === '?') return problem('A field name has to be plain text, without "?".');
      const indent = start && /^ +$/.test(token) ? token.length : 0;
      const block = token === '-' || indent > 0 ? Math.max(column, indent) : 0;
      if (flow > MAX_DEPTH || block > 2 * MAX_DEPTH) {
        return problem(`This nests deeper than ${MAX_DEPTH} levels.`);
      }
    }
    start = token === '\n' || token === '\r\n';
    const last = token.lastIndexOf('\n');
    if (last >= 0) {
      line += token.split('\n').length - 1;
      column = token.length - last;
    } else if (token >= ' ') column += token.length;
  }
  return null;
}

/** Contracts of a YAML stream; with a problem there is no contract worth using. */
export function parseContracts(text: string): {
  contracts: ParsedContract[];
  problems: ContractProblem[];
} {
  const { documents, lines, problems } = readYaml(text);
  const contracts: ParsedContract[] = [];
  if (problems.length > 0) return { contracts, problems };
  const seen = new Map<string, number>();
  for (const [index, document] of documents.entries()) {
    const number = index + 1;
    const read = contractOf(document, lines, number);
    if ('problems' in read) {
      problems.push(...read.problems);
      continue;
    }
    const { contract, line } = read;
    const key = `${contract.kind} ${contract.id}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const message = `Document ${first} is about ${key} already; keep one of them.`;
      problems.push({ document: number, path: 'id', line, column: 1, message });
    }
    seen.set(key, number);
    contracts.push({ document: number, line, contract });
  }
  return { contracts, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** One document as a contract, or what is wrong with it. */
export function contractOf(
  document: YamlDocument,
  lines: LineCounter,
  number: number,
): { contract: Contract; line: number } | { problems: ContractProblem[] } {
  const start = lines.linePos(document.contents?.range[0] ?? 0);
  const plain = plainOf(document);
  if ('message' in plain) {
    const where = { document: number, path: '', line: start.line, column: 1 };
    return { problems: [{ ...where, message: plain.message }] };
  }
  const parsed = contractSchema.safeParse(plain.value);
  const issues = parsed.success ? findUnstorable(parsed.data) : parsed.error.issues;
  if (parsed.success && issues.length === 0) return { contract: parsed.data, line: start.line };
  return {
    problems: issues.flatMap((issue) =>
      problemsOf(issue).map(({ path, message }) => {
        const { line, col } = lines.linePos(offsetOf(document, path));
        return { document: number, path: path.join('.'), line, column: Math.max(1, col), message };
      }),
    ),
  };
}

function plainOf(document: YamlDocument): { value: unknown } | { message: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (JSON.stringify(value).length > MAX_EXPANDED) {
      return { message: 'With its aliases written out it is larger than 2 MB; write less.' };
    }
    return { value };
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    return text.includes('Unresolved alias')
      ? { message: `${text}.` }
      : { message: 'Its aliases stand for too much; write the values out.' };
  }
}

type Issue = z.core.$ZodIssue | Place;
type Found = { path: (string | number)[]; message: string };

function problemsOf(issue: Issue): Found[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if ('code' in issue && issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: 'There is no such field; see /api/contract.schema.json for those there are.',
    }));
  }
  return [{ path, message: issue.message }];
}

/** Where the field stands, or the nearest thing around it that is there. */
function offsetOf(document: YamlDocument, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && item.key.value === name)
      : undefined;
    if (pair && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range[0] ?? 0;
}

// ------------------------------------------------------------------ writing

const WRITE = { lineWidth: 100, minContentWidth: 20 } as const;

/** A contract as a document of its own, with the line that tells editors its schema. */
export function writeContract(contract: Record<string, unknown>, schemaUrl?: string): string {
  const document = new Document(contract, { version: '1.2', aliasDuplicateObjects: false });
  const first = schemaUrl ? `# yaml-language-server: $schema=${schemaUrl}\n` : '';
  return `${first}${document.toString(WRITE)}`;
}

/**
 * Brings a document up to a contract and leaves everything else in it alone: comments, order,
 * how values that stay are written. Fields the contract does not have go.
 */
export function updateDocument(document: YamlDocument, contract: Record<string, unknown>): void {
  const before: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
  merge(document, [], before, contract);
}

function merge(document: Document, path: string[], before: unknown, after: unknown): void {
  if (same(before, after)) return;
  if (path.length > 0 && !(isRecord(before) && isRecord(after))) {
    const node = document.createNode(after, { aliasDuplicateObjects: false });
    const old = document.getIn(path, true);
    if (isNode(old))
      Object.assign(node, { comment: old.comment, commentBefore: old.commentBefore });
    document.setIn(path, node);
    return;
  }
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  for (const key of Object.keys(was))
    if (!Object.hasOwn(is, key)) document.deleteIn([...path, key]);
  for (const [key, value] of Object.entries(is)) merge(document, [...path, key], was[key], value);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
