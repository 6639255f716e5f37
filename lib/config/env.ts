import { isAbsolute, resolve } from 'node:path';
import type { ResolverPreset } from '@/lib/core/shared/domain';
import { type Env, envSchema } from './env-schema';
import { projectRoot } from './paths';
import { obtainSecret } from './secret-file';
import { StartupError } from './startup-error';

/** The configuration of this process: read once, validated whole, never changed. */
export type Config = {
  port: number;
  host: string;
  /** Absent: the embedded database under `dataDir`. */
  databaseUrl?: string;
  databasePool: number;
  dataDir: string;
  /** Origin of links, callbacks and audiences, without a trailing slash. */
  baseUrl: string;
  /** Proxy addresses or CIDR ranges whose forwarding headers count. */
  trustedProxies: string[];
  secret: string;
  providersFile?: string;
  demo: boolean;
  admin: { email?: string; password?: string; token?: string };
  syncOnStart: boolean;
  defaultTopK: number;
  maxSchemaTools: number;
  resolver: ResolverPreset;
  /** Hosts, addresses and ranges that calls may reach although they are not public. */
  egressAllow: string[];
  logLevel: Env['CAPSTAN_LOG_LEVEL'];
  oidc?: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    name: string;
    /** A verified e-mail may take over the account that has it already. */
    linkByEmail: boolean;
    /** `tenant:role` given to people seen for the first time; none by default. */
    defaultRoles: string[];
  };
};

type Variables = Record<string, string | undefined>;

/**
 * Validates variables and derives the rest, touching nothing outside.
 *
 * @throws StartupError with one line a variable, each naming it and the fix
 */
export function parseEnv(variables: Variables): Env {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = envSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new StartupError(parsed.error.issues.map((issue) => issue.message).join('\n'));
}

/** The configuration from variables; makes the secret's file when there is none. */
export function loadConfig(variables: Variables = process.env): Config {
  const env = parseEnv(variables);
  const dataDir = fromRoot(env.CAPSTAN_DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    databasePool: env.CAPSTAN_DATABASE_POOL,
    dataDir,
    baseUrl: originOf(env),
    trustedProxies: env.CAPSTAN_TRUSTED_PROXIES,
    secret: env.CAPSTAN_SECRET ?? obtainSecret(dataDir),
    ...(env.CAPSTAN_PROVIDERS_FILE ? { providersFile: fromRoot(env.CAPSTAN_PROVIDERS_FILE) } : {}),
    demo: env.CAPSTAN_DEMO ?? env.DATABASE_URL === undefined,
    admin: adminOf(env),
    syncOnStart: env.CAPSTAN_SYNC_ON_START,
    defaultTopK: env.CAPSTAN_DEFAULT_TOP_K,
    maxSchemaTools: env.CAPSTAN_MAX_SCHEMA_TOOLS,
    resolver: env.CAPSTAN_RESOLVER,
    egressAllow: env.CAPSTAN_EGRESS_ALLOW,
    logLevel: env.CAPSTAN_LOG_LEVEL,
    ...oidcOf(env),
  };
}

/** Where a server of this environment keeps its data and answers; for the command line. */
export function placesOf(variables: Variables = process.env): {
  dataDir: string;
  baseUrl: string;
} {
  const env = parseEnv(variables);
  return { dataDir: fromRoot(env.CAPSTAN_DATA_DIR), baseUrl: originOf(env) };
}

/** Whom the command line calls, and with what; read nothing else, for it runs anywhere. */
export function callerOf(variables: Variables = process.env): {
  url: string;
  token: string | null;
} {
  const { CAPSTAN_URL, CAPSTAN_TOKEN } = variables;
  const url = (CAPSTAN_URL || 'http://127.0.0.1:3000').replace(/\/+$/, '');
  return { url, token: CAPSTAN_TOKEN?.trim() || null };
}

function fromRoot(path: string): string {
  return isAbsolute(path) ? path : resolve(projectRoot(), path);
}

function originOf(env: Env): string {
  if (env.CAPSTAN_BASE_URL) return env.CAPSTAN_BASE_URL.replace(/\/+$/, '');
  const anywhere = env.HOST === '0.0.0.0' || env.HOST === '::';
  const host = anywhere ? '127.0.0.1' : env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  return `http://${host}:${env.PORT}`;
}

function adminOf(env: Env): Config['admin'] {
  return {
    ...(env.CAPSTAN_ADMIN_EMAIL ? { email: env.CAPSTAN_ADMIN_EMAIL } : {}),
    ...(env.CAPSTAN_ADMIN_PASSWORD ? { password: env.CAPSTAN_ADMIN_PASSWORD } : {}),
    ...(env.CAPSTAN_ADMIN_TOKEN ? { token: env.CAPSTAN_ADMIN_TOKEN } : {}),
  };
}

function oidcOf(env: Env): Pick<Config, 'oidc'> {
  const { CAPSTAN_OIDC_ISSUER: issuer } = env;
  if (!issuer) return {};
  return {
    oidc: {
      issuer,
      clientId: env.CAPSTAN_OIDC_CLIENT_ID ?? '',
      clientSecret: env.CAPSTAN_OIDC_CLIENT_SECRET ?? '',
      name: env.CAPSTAN_OIDC_NAME,
      linkByEmail: env.CAPSTAN_OIDC_LINK_BY_EMAIL,
      defaultRoles: env.CAPSTAN_OIDC_DEFAULT_ROLES,
    },
  };
}

/** next-auth reads its address from the environment and nowhere else. */
export function publishAuthAddress(config: Config): void {
  process.env.NEXTAUTH_URL = config.baseUrl;
  process.env.NEXT_TELEMETRY_DISABLED ??= '1';
}

const slot = globalThis as { __capstanConfig?: Config };

/** The configuration this process was started with. */
export function config(): Config {
  slot.__capstanConfig ??= loadConfig();
  return slot.__capstanConfig;
}

/** Sets the configuration: at start, and in tests. */
export function setConfig(value: Config): void {
  slot.__capstanConfig = value;
}

/** A variable that a secret reference `env:NAME` names; read when the secret is needed. */
export function readVariable(name: string): string | undefined {
  return process.env[name];
}
