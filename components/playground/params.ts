import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { CAPABILITY_TYPES, RISKS, SURFACES } from '@/lib/core/shared/domain';
import type { InspectInput } from '@/lib/schemas/playground';

const texts = parseAsArrayOf(parseAsString).withDefault([]);

/** A query of the playground as its address holds it: a link is a query to run. */
export const playgroundParams = {
  q: parseAsString.withDefault(''),
  agent: parseAsString,
  purpose: parseAsString.withDefault(''),
  k: parseAsInteger,
  profile: parseAsString,
  tags: texts,
  types: parseAsArrayOf(parseAsStringLiteral(CAPABILITY_TYPES)).withDefault([]),
  surfaces: parseAsArrayOf(parseAsStringLiteral(SURFACES)).withDefault([]),
  providers: texts,
  risk: parseAsStringLiteral(RISKS),
  pins: texts,
  schemas: parseAsBoolean.withDefault(true),
  receipt: parseAsString,
};
export type PlaygroundParams = inferParserType<typeof playgroundParams>;

const serialize = createSerializer(playgroundParams);

/** What the resolver is asked; lists that are empty do not narrow. */
export function toRequest(params: PlaygroundParams, agentId: string): InspectInput {
  const { q, purpose, k, profile, tags, types, surfaces, providers, risk, pins, schemas } = params;
  return {
    agent_id: agentId,
    query: q,
    include_schemas: schemas,
    ...(purpose ? { purpose } : {}),
    ...(k === null ? {} : { top_k: k }),
    ...(profile ? { profile } : {}),
    ...(tags.length > 0 ? { profile_tags: tags } : {}),
    ...(types.length > 0 ? { types } : {}),
    ...(surfaces.length > 0 ? { surfaces } : {}),
    ...(providers.length > 0 ? { providers } : {}),
    ...(risk ? { risk_ceiling: risk } : {}),
    ...(pins.length > 0 ? { pins } : {}),
  };
}

/** Whether the address asks for something: then opening it runs it. */
export function asksSomething({ q, tags, profile }: PlaygroundParams): boolean {
  return q.trim() !== '' || tags.length > 0 || profile !== null;
}

/** How many knobs differ from their default. */
export function countKnobs(params: PlaygroundParams): number {
  const { purpose, k, profile, tags, types, surfaces, providers, risk, pins, schemas } = params;
  const lists = [tags, types, surfaces, providers, pins];
  const set = [purpose !== '', k !== null, profile !== null, risk !== null, !schemas];
  return set.filter(Boolean).length + lists.filter((list) => list.length > 0).length;
}

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The address that runs a recorded request again. */
export function hrefOfRequest(
  agentId: string,
  query: string,
  purpose: string,
  request: Record<string, unknown>,
): string {
  const types = listOf(request.types);
  const surfaces = listOf(request.surfaces);
  return `/playground${serialize({
    q: query,
    agent: agentId,
    purpose,
    k: typeof request.top_k === 'number' ? request.top_k : null,
    profile: textOf(request.profile),
    tags: listOf(request.profile_tags),
    types: CAPABILITY_TYPES.filter((type) => types.includes(type)),
    surfaces: SURFACES.filter((surface) => surfaces.includes(surface)),
    providers: listOf(request.providers),
    risk: RISKS.find((risk) => risk === request.risk_ceiling) ?? null,
    pins: listOf(request.pins),
    schemas: request.include_schemas === true,
  })}`;
}

export function hrefOfReceipt(resolveId: string): string {
  return `/playground${serialize({ receipt: resolveId })}`;
}
