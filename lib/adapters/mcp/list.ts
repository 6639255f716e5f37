import type { JsonObject } from '@/lib/core/shared/json';
import { failed, isMcpFailure } from './failure';
import type { McpSession, RequestOptions } from './session';

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export type ListWarning = {
  kind: ListKind;
  code: 'cursor-repeats' | 'too-many-pages' | 'too-many-items' | 'bad-page' | 'refused';
  message: string;
};

export type Listing = {
  serverInfo: { name: string; title?: string; version?: string } | null;
  instructions: string | null;
  protocolVersion: string | null;
  /** Exactly as listed; items may be anything. */
  tools: unknown[];
  resources: unknown[];
  resourceTemplates: unknown[];
  prompts: unknown[];
  warnings: ListWarning[];
  /** Kinds of which there may be more: what is missing here was not necessarily removed. */
  incomplete: ListKind[];
};

export type ListProgress = { kind: ListKind; pages: number; items: number };

export type ListOptions = Omit<RequestOptions, 'timeoutMs'> & {
  onProgress?: (progress: ListProgress) => void;
  /** For each page. Default 30 s. */
  pageTimeoutMs?: number;
  /** Per kind. Defaults 500 pages, 20,000 items. */
  maxPages?: number;
  maxItems?: number;
};

const LISTS = [
  { kind: 'tools', method: 'tools/list', field: 'tools', capability: 'tools' },
  { kind: 'resources', method: 'resources/list', field: 'resources', capability: 'resources' },
  {
    kind: 'resourceTemplates',
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    capability: 'resources',
  },
  { kind: 'prompts', method: 'prompts/list', field: 'prompts', capability: 'prompts' },
] as const;
type ListSpec = (typeof LISTS)[number];

type Walk = { items: unknown[]; warning: ListWarning | null };

function cursorOf(page: JsonObject): string | null {
  const cursor = page.nextCursor;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

async function walk(session: McpSession, spec: ListSpec, options: ListOptions): Promise<Walk> {
  const { kind, method, field } = spec;
  const maxPages = options.maxPages ?? 500;
  const maxItems = options.maxItems ?? 20_000;
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  const end = (code: ListWarning['code'], message: string): Walk => ({
    items,
    warning: { kind, code, message },
  });
  for (let pages = 1; ; pages += 1) {
    const request = { ...options, timeoutMs: options.pageTimeoutMs ?? 30_000 };
    const { result } = await session.request(method, cursor === null ? {} : { cursor }, request);
    const page = result[field];
    if (!Array.isArray(page)) return end('bad-page', `Page ${pages} of ${method} holds no list.`);
    for (const item of page.slice(0, maxItems - items.length)) items.push(item);
    options.onProgress?.({ kind, pages, items: items.length });
    cursor = cursorOf(result);
    if (cursor === null) return { items, warning: null };
    if (items.length >= maxItems) {
      return end('too-many-items', `${method} lists more than ${maxItems}; the rest was left out.`);
    }
    if (seen.has(cursor)) {
      return end('cursor-repeats', `${method} gave a cursor again after ${pages} pages; stopped.`);
    }
    if (pages >= maxPages) {
      return end('too-many-pages', `${method} has more than ${maxPages} pages; stopped.`);
    }
    seen.add(cursor);
  }
}

/** A server that refuses one list still has the others; one that cannot be reached has none. */
async function listKind(
  session: McpSession,
  spec: ListSpec,
  options: ListOptions,
): Promise<Walk | 'unsupported'> {
  try {
    return await walk(session, spec, options);
  } catch (error) {
    if (!isMcpFailure(error) || error.failure.class !== 'protocol_error') throw error;
    const { detail, message } = error.failure;
    // Declaring resources does not mean having templates; the list is simply not there.
    if (/method not found|-32601/i.test(detail ?? '')) return 'unsupported';
    return {
      items: [],
      warning: { kind: spec.kind, code: 'refused', message: `${spec.method}: ${message}` },
    };
  }
}

/**
 * Everything a server offers, every page of every list, item by item as it came. Rejects with an
 * McpFailure when the server cannot be reached or breaks off: then nothing is known anew.
 */
export async function listProvider(
  session: McpSession,
  options: ListOptions = {},
): Promise<Listing> {
  const info = session.client.getServerVersion();
  const capabilities = session.client.getServerCapabilities() ?? {};
  const listing: Listing = {
    serverInfo: info
      ? { name: info.name, version: info.version, ...(info.title && { title: info.title }) }
      : null,
    instructions: session.client.getInstructions() ?? null,
    protocolVersion: session.client.getNegotiatedProtocolVersion() ?? null,
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    warnings: [],
    incomplete: [],
  };
  for (const spec of LISTS) {
    if (options.signal?.aborted) throw failed('cancelled', 'The sync was cancelled.');
    if (!capabilities[spec.capability]) continue;
    const found = await listKind(session, spec, options);
    if (found === 'unsupported') continue;
    listing[spec.kind] = found.items;
    if (!found.warning) continue;
    listing.warnings.push(found.warning);
    listing.incomplete.push(spec.kind);
  }
  return listing;
}
