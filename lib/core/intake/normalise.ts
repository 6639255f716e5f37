import { surfaceOf } from '../shared/domain';
import { canonicalJson } from '../shared/json';
import { baseCapabilityId, definitionKey, freeCapabilityId, surfaceIdOf } from './ids';
import { parsePrompt, parseResource, parseTemplate, parseTool } from './parse';
import { tagsFor } from './tags';
import type { Definition, Draft, IntakeProvider, Parsed, RawListing, Rejection } from './types';

export type IntakeInput = {
  provider: IntakeProvider;
  listing: RawListing;
  /** Ids given at earlier syncs, by {@link definitionKey}: an id never changes on its own. */
  knownIds: ReadonlyMap<string, string>;
  /** Whether an id is or was in use in the tenant, by whatever capability. */
  isTaken: (capabilityId: string) => boolean;
  /** Text to digest, such as SHA-256 in hex. */
  hash: (text: string) => string;
};

export type IntakeResult = { definitions: Definition[]; rejected: Rejection[] };

/** Digest of what an agent is shown and a call depends on. */
export function definitionHash(
  definition: Pick<
    Definition,
    'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
  >,
  hash: (text: string) => string,
): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return hash(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }));
}

function parseAll(provider: IntakeProvider, listing: RawListing, serverName: string): Parsed[] {
  const context = { serverName, riskFloor: provider.riskFloor };
  return [
    ...listing.tools.map((item, index) => parseTool(item, index, context)),
    ...listing.resources.map((item, index) => parseResource(item, index, context)),
    ...listing.resourceTemplates.map((item, index) => parseTemplate(item, index, context)),
    ...listing.prompts.map((item, index) => parsePrompt(item, index, context)),
  ];
}

/**
 * What an MCP server listed, as definitions ready to become drafts. One bad item never loses
 * the others; it is reported by name. Whether schemas compile is for the caller to check.
 */
export function normaliseListing(input: IntakeInput): IntakeResult {
  const { provider, listing } = input;
  const serverName = listing.serverName?.trim() || provider.name;
  const rejected: Rejection[] = [];
  const drafts = new Map<string, Draft>();
  for (const parsed of parseAll(provider, listing, serverName)) {
    if (!parsed.ok) {
      rejected.push(parsed.rejection);
      continue;
    }
    const key = definitionKey(parsed.draft);
    if (!drafts.has(key)) drafts.set(key, parsed.draft);
    // A template without variables is the resource itself, listed both ways.
    else if (parsed.draft.metadata.uriTemplate === undefined) {
      const { type, name, upstreamName } = parsed.draft;
      rejected.push({
        type,
        name,
        upstreamName,
        reason: 'it is listed twice; the first one is kept',
      });
    }
  }
  const given = new Set(input.knownIds.values());
  const isTaken = (id: string) => given.has(id) || input.isTaken(id);
  const definitions = [...drafts].map(([key, draft]): Definition => {
    const base = baseCapabilityId(provider.id, draft.name);
    const capabilityId = input.knownIds.get(key) ?? freeCapabilityId(base, isTaken);
    given.add(capabilityId);
    return {
      ...draft,
      capabilityId,
      surface: surfaceOf(draft.type),
      surfaceId: surfaceIdOf({ provider, type: draft.type, name: draft.name }),
      tags: tagsFor({ defaultTags: provider.defaultTags, serverName, name: draft.name }),
      definitionHash: definitionHash(draft, input.hash),
    };
  });
  return { definitions, rejected };
}
