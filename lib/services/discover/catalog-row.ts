import { capabilityTokens } from '@/lib/core/resolver/tokens';
import type { Candidate, CandidateBinding } from '@/lib/core/resolver/types';
import type { CapabilityType, Risk, Status, Surface } from '@/lib/core/shared/domain';
import { isJsonObject, type Json } from '@/lib/core/shared/json';
import { hasCome, type MajorState } from '@/lib/core/shared/majors';
import { capabilityKey, type IndexDocument } from '@/lib/index/document';

/** What agents are shown of one version. Schemas stay in the database until a capability is chosen. */
type VersionText = { minor: number; from: Date; title: string; description: string };

export type RowDeprecation = {
  major: number | null;
  disableAt: Date;
  replacementId: string | null;
  replacementMajor: number | null;
};

/** One live capability in memory: what filtering, ranking and answering need. */
export type CatalogRow = Candidate & {
  surfaceId: string;
  name: string;
  approvalRequired: boolean;
  /** By major, newest first: what is served, and what is published to be served later. */
  texts: ReadonlyMap<number, readonly VersionText[]>;
  deprecations: readonly RowDeprecation[];
};

/** The columns of `LOAD_CATALOG_SQL`. */
export type LoadedRow = {
  tenant_id: string;
  id: string;
  surface_id: string;
  name: string;
  type: CapabilityType;
  surface: Surface;
  status: Status;
  risk: Risk;
  tags: string[];
  required_roles: string[];
  approval_required: boolean;
  approval_waived: boolean;
  quarantined: boolean;
  current_major: number | null;
  majors:
    | {
        major: number;
        state: MajorState;
        currentFrom: string | null;
        since: string | null;
        texts: { minor: number; from: string; title: string; description: string }[] | null;
      }[]
    | null;
  deprecations:
    | {
        major: number | null;
        disableAt: string;
        replacementId: string | null;
        replacementMajor: number | null;
      }[]
    | null;
  bindings:
    | (Omit<CandidateBinding, 'cost'> & { cost: number | string; providerName: string })[]
    | null;
  /** Input schema of the current major, only to be indexed. */
  input_schema: Json;
};

export function toCatalogRow(row: LoadedRow): CatalogRow {
  const deprecations = (row.deprecations ?? []).map((item) => ({
    ...item,
    disableAt: new Date(item.disableAt),
  }));
  const endOf = (major: number | null) =>
    deprecations.find((item) => item.major === major)?.disableAt ?? null;
  const majors = row.majors ?? [];
  const bindings = (row.bindings ?? []).map(({ providerName: _name, ...binding }) => ({
    ...binding,
    cost: Number(binding.cost),
  }));
  const risky = row.risk === 'HIGH' || row.risk === 'CRITICAL';
  return {
    tenantId: row.tenant_id,
    id: row.id,
    type: row.type,
    surface: row.surface,
    status: row.status,
    risk: row.risk,
    tags: row.tags,
    requiredRoles: row.required_roles,
    providerIds: [...new Set(bindings.map((binding) => binding.providerId))],
    bindings,
    quarantined: row.quarantined,
    disableAt: row.status === 'DEPRECATED' ? endOf(null) : null,
    majors: majors.map(({ major, state, since, currentFrom }) => ({
      major,
      state,
      since: dateOf(since),
      currentFrom: dateOf(currentFrom),
      disableAt: endOf(major),
    })),
    currentMajor: row.current_major,
    surfaceId: row.surface_id,
    name: row.name,
    approvalRequired: row.approval_required || (risky && !row.approval_waived),
    texts: new Map(
      majors.map(({ major, texts }) => [
        major,
        (texts ?? []).map((text) => ({ ...text, from: new Date(text.from) })),
      ]),
    ),
    deprecations,
  };
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** The version of a major that is served at this moment, else the one on record as its current. */
export function textAt(
  row: Pick<CatalogRow, 'texts'>,
  major: number | null,
  now: Date,
): VersionText | null {
  const texts = major === null ? undefined : row.texts.get(major);
  return texts?.find(({ from }) => hasCome(from, now)) ?? texts?.at(-1) ?? null;
}

/** The searched text of a capability: that of its current major. */
export function toDocument(row: LoadedRow): IndexDocument {
  const current = row.majors?.find((item) => item.major === row.current_major)?.texts?.at(-1);
  const description = current?.description ?? '';
  const parameters = parametersOf(row.input_schema);
  const serverNames = [...new Set((row.bindings ?? []).map((item) => item.providerName))];
  return {
    key: capabilityKey(row.tenant_id, row.id),
    tenantId: row.tenant_id,
    id: row.id,
    name: row.name,
    serverName: serverNames.join(' '),
    ...(current?.title ? { category: current.title } : {}),
    tags: row.tags,
    description,
    paramNames: parameters.map(({ name }) => name),
    paramDescriptions: parameters.flatMap((item) => item.description ?? []),
    tokens: capabilityTokens({ name: row.id, description, inputSchema: row.input_schema }),
  };
}

const MAX_PARAMETERS = 200;

function parametersOf(schema: Json): { name: string; description?: string }[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties)
    .slice(0, MAX_PARAMETERS)
    .map(([name, value]) => {
      const text = isJsonObject(value) ? value.description : undefined;
      return typeof text === 'string' ? { name, description: text } : { name };
    });
}
