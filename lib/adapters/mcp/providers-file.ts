import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { PROVIDER_KINDS, RISKS, SHARED_TENANT, SLUG_PATTERN } from '@/lib/core/shared/domain';
import type { McpEndpoint } from './target';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const slug = z.string().regex(SLUG_PATTERN, 'must be lower case letters, digits, "-" or "_"');
const secretRef = z
  .string()
  .regex(
    /^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/,
    'must be a reference, "env:NAME" or "file:/path"',
  );
const variable = z.string().regex(VARIABLE, 'is not a name for an environment variable');

const stdio = z.strictObject({
  command: z.string().min(1, 'must name a program, such as "node" or "npx"'),
  args: z.array(z.coerce.string()).default([]),
  cwd: z.string().min(1).optional(),
  env: z.record(variable, z.coerce.string()).default({}),
  secrets: z.record(variable, secretRef).default({}),
});

const http = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  headers_from_secret: z
    .record(z.string().regex(HEADER, 'is not a name for a header'), secretRef)
    .default({}),
});

const provider = z
  .strictObject({
    id: slug,
    name: z.string().min(1).max(200).optional(),
    kind: z.enum(PROVIDER_KINDS).default('mcp'),
    tenant: slug.default(SHARED_TENANT),
    owner_team: slug,
    default_tags: z.array(z.string().min(1).max(40)).max(20).default([]),
    risk_floor: z.enum(RISKS).default('LOW'),
    backend: slug.optional(),
    stdio: stdio.optional(),
    http: http.optional(),
  })
  .refine((entry) => (entry.stdio === undefined) !== (entry.http === undefined), {
    path: ['stdio'],
    error: 'give exactly one of "stdio" and "http"',
  });

const file = z.strictObject({ providers: z.array(z.unknown()).default([]) });

export type ProviderEntry = {
  id: string;
  name: string;
  kind: (typeof PROVIDER_KINDS)[number];
  tenant: string;
  ownerTeam: string;
  defaultTags: string[];
  riskFloor: (typeof RISKS)[number];
  backend: string | null;
  location: 'local' | 'remote';
  endpoint: McpEndpoint;
};

/** Everything that is wrong with the file, a line each: file, provider, field, what to write. */
export class ProvidersFileError extends Error {
  readonly code = 'PROVIDERS_FILE';
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
    this.name = 'ProvidersFileError';
  }
}

function labelOf(entry: unknown, index: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  return typeof id === 'string' ? `provider "${id}"` : `provider ${index + 1}`;
}

function problemsOf(where: string, error: z.ZodError): string[] {
  return error.issues.map((issue) => {
    const field = issue.path.map(String).join('.');
    return `${where}${field ? `, ${field}` : ''}: ${issue.message}`;
  });
}

function toEntry(parsed: z.infer<typeof provider>, folder: string): ProviderEntry {
  const { id, stdio: child, http: remote } = parsed;
  const endpoint: McpEndpoint = child
    ? {
        kind: 'stdio',
        command: child.command,
        args: child.args,
        env: child.env,
        secrets: child.secrets,
        cwd: resolve(folder, child.cwd ?? '.'),
      }
    : {
        kind: 'http',
        url: remote?.url ?? '',
        headersFromSecret: remote?.headers_from_secret ?? {},
      };
  return {
    id,
    name: parsed.name ?? id,
    kind: parsed.kind,
    tenant: parsed.tenant,
    ownerTeam: parsed.owner_team,
    defaultTags: parsed.default_tags,
    riskFloor: parsed.risk_floor,
    backend: parsed.backend ?? null,
    location: child ? 'local' : 'remote',
    endpoint,
  };
}

/**
 * Reads the text of a providers file; `path` names it in errors and is where relative `cwd`s
 * start. Throws one {@link ProvidersFileError} with all that is wrong.
 */
export function parseProvidersFile(text: string, path: string): ProviderEntry[] {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => `${path}: ${error.message.split('\n')[0]}`);
    throw new ProvidersFileError(problems);
  }
  const outer = file.safeParse(document.toJS() ?? {});
  if (!outer.success) throw new ProvidersFileError(problemsOf(path, outer.error));
  const problems: string[] = [];
  const entries: ProviderEntry[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of outer.data.providers.entries()) {
    const where = `${path}: ${labelOf(raw, index)}`;
    const parsed = provider.safeParse(raw);
    if (!parsed.success) problems.push(...problemsOf(where, parsed.error));
    else if (seen.has(`${parsed.data.tenant}/${parsed.data.id}`)) {
      problems.push(`${where}, id: is used twice in this tenant; give each provider its own`);
    } else {
      seen.add(`${parsed.data.tenant}/${parsed.data.id}`);
      entries.push(toEntry(parsed.data, dirname(resolve(path))));
    }
  }
  if (problems.length > 0) throw new ProvidersFileError(problems);
  return entries;
}

/** @throws ProvidersFileError naming all that is wrong, or that it cannot be read. */
export async function readProvidersFile(path: string): Promise<ProviderEntry[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new ProvidersFileError([`${path}: cannot be read; check CAPSTAN_PROVIDERS_FILE`]);
  }
  return parseProvidersFile(text, path);
}
