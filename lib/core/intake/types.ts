import type { CapabilityType, Location, ProviderKind, Risk, Surface } from '../shared/domain';
import type { JsonObject, JsonSchema } from '../shared/json';

export type Finding = {
  rule: string;
  severity: 'info' | 'warning' | 'error';
  /** Dotted path into what arrived, where there is one. */
  path?: string;
  message: string;
  suggestion: string;
};

/** What a provider says of itself and what its owner set for it. */
export type IntakeProvider = {
  id: string;
  name: string;
  kind: ProviderKind;
  location: Location;
  defaultTags: readonly string[];
  /** No server's word makes anything of it less dangerous than this. */
  riskFloor: Risk;
};

/** What a server listed, exactly as it came; items may be anything. */
export type RawListing = {
  serverName: string | null;
  tools: readonly unknown[];
  resources: readonly unknown[];
  resourceTemplates: readonly unknown[];
  prompts: readonly unknown[];
};

export type Definition = {
  capabilityId: string;
  surfaceId: string;
  type: CapabilityType;
  surface: Surface;
  /** What the server calls it: a tool's or prompt's name, a resource's URI or URI template. */
  upstreamName: string;
  name: string;
  title: string | null;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  /** As listed. A server's own claims: the risk is already derived from them. */
  annotations: JsonObject;
  metadata: JsonObject;
  risk: Risk;
  tags: string[];
  /** Over name, title, description, schemas and annotations; equal hashes mean no drift. */
  definitionHash: string;
  findings: Finding[];
};

/** One that could not be kept, by the name it was listed under, and why. */
export type Rejection = {
  type: CapabilityType;
  name: string;
  /** As in a definition, to tell what is listed from what is gone; null when it says none. */
  upstreamName: string | null;
  reason: string;
};

/** Before ids, tags and hash are known. */
export type Draft = Omit<
  Definition,
  'capabilityId' | 'surfaceId' | 'surface' | 'tags' | 'definitionHash'
>;

export type Parsed = { ok: true; draft: Draft } | { ok: false; rejection: Rejection };
