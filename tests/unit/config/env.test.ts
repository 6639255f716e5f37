import { describe, expect, it } from 'vitest';
import { loadConfig, parseEnv } from '@/lib/config/env';

const SECRET = 'x'.repeat(40);
const lineOf = (variables: Record<string, string>): string => {
  try {
    parseEnv(variables);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('parseEnv', () => {
  it('has a default for everything', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      CAPSTAN_DATA_DIR: '.data',
      CAPSTAN_SYNC_ON_START: true,
      CAPSTAN_DEFAULT_TOP_K: 8,
      CAPSTAN_MAX_SCHEMA_TOOLS: 20,
      CAPSTAN_RESOLVER: 'measured',
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(parseEnv({ PORT: '', CAPSTAN_SECRET: '', DATABASE_URL: '' }).PORT).toBe(3000);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT is a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT is a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL starts with postgresql://'],
    [{ DATABASE_URL: 'postgres://h/d' }, 'CAPSTAN_SECRET is required with DATABASE_URL'],
    [{ CAPSTAN_SECRET: 'short' }, 'CAPSTAN_SECRET has at least 32 characters'],
    [{ CAPSTAN_ADMIN_TOKEN: 'short' }, 'CAPSTAN_ADMIN_TOKEN has at least 32 characters'],
    [{ CAPSTAN_ADMIN_EMAIL: 'nobody' }, 'CAPSTAN_ADMIN_EMAIL is an e-mail address.'],
    [{ CAPSTAN_ADMIN_PASSWORD: 'long enough, this' }, 'CAPSTAN_ADMIN_EMAIL is required'],
    [{ CAPSTAN_BASE_URL: 'capstan.example.com' }, 'CAPSTAN_BASE_URL is a URL such as'],
    [{ CAPSTAN_DEMO: 'yes' }, 'CAPSTAN_DEMO is true or false.'],
    [{ CAPSTAN_RESOLVER: 'magic' }, 'CAPSTAN_RESOLVER is one of measured, balanced'],
    [{ CAPSTAN_OIDC_ISSUER: 'https://idp.example' }, 'CAPSTAN_OIDC_ISSUER needs'],
    [{ CAPSTAN_TRUSTED_PROXIES: '10.0.0.0/99' }, 'CAPSTAN_TRUSTED_PROXIES lists addresses'],
    [{ CAPSTAN_TRUSTED_PROXIES: '10.1.1.1, proxy.internal' }, 'CAPSTAN_TRUSTED_PROXIES lists'],
    [{ CAPSTAN_EGRESS_ALLOW: 'https://mcp.internal' }, 'CAPSTAN_EGRESS_ALLOW lists host names'],
    [{ CAPSTAN_EGRESS_ALLOW: '10.0.0.0/99' }, 'CAPSTAN_EGRESS_ALLOW lists host names'],
  ])('names the variable and the fix for %j', (variables, line) => {
    expect(lineOf(variables)).toContain(line);
  });

  it('tells every mistake at once, one a line', () => {
    const lines = lineOf({ PORT: 'x', CAPSTAN_DEMO: 'x', CAPSTAN_RESOLVER: 'x' }).split('\n');
    expect(lines).toHaveLength(3);
  });

  it('never repeats a secret it refuses', () => {
    expect(lineOf({ CAPSTAN_ADMIN_TOKEN: 'hunter2' })).not.toContain('hunter2');
    expect(lineOf({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toContain('hunter2');
  });
});

describe('loadConfig', () => {
  const load = (variables: Record<string, string>) =>
    loadConfig({ CAPSTAN_SECRET: SECRET, ...variables });

  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '8080', HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ CAPSTAN_BASE_URL: 'https://capstan.example.com/' }, 'https://capstan.example.com'],
  ])('derives the base URL of %j', (variables, baseUrl) => {
    expect(load(variables).baseUrl).toBe(baseUrl);
  });

  it('shows the demo on an embedded database only, unless told', () => {
    const server = { DATABASE_URL: 'postgresql://h/d' };
    expect(load({}).demo).toBe(true);
    expect(load(server).demo).toBe(false);
    expect(load({ ...server, CAPSTAN_DEMO: 'true' }).demo).toBe(true);
  });

  it('splits lists and leaves out what is not configured', () => {
    const config = load({ CAPSTAN_TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1' });
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.168.1.1']);
    const allow = '10.0.0.0/8,::1, MCP.internal,*.corp.test';
    expect(load({ CAPSTAN_EGRESS_ALLOW: allow }).egressAllow).toHaveLength(4);
    expect(config).not.toHaveProperty('oidc');
    expect(config).not.toHaveProperty('databaseUrl');
  });
});
