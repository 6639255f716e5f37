import { z } from 'zod';
import { RESOLVER_PRESETS } from '@/lib/core/shared/domain';
import { isHostPattern, parseRange } from './addresses';

/**
 * Every variable Capstan reads, with the sentence that goes with a wrong value.
 * An empty variable counts as absent, as in a shell's `NAME= npm start`.
 */
const flag = (name: string) =>
  z
    .enum(['true', 'false', '1', '0'], `${name} is true or false.`)
    .transform((v) => v === 'true' || v === '1');

const whole = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `${name} is a whole number from ${min} to ${max}.`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `${name} is a whole number from ${min} to ${max}.`);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const httpUrl = (name: string, example: string) =>
  z
    .string()
    .refine(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      `${name} is a URL such as ${example}.`,
    );

const longEnough = (name: string, length: number) =>
  z
    .string()
    .min(
      length,
      `${name} has at least ${length} characters; make one with: openssl rand -base64 48`,
    );

export const envSchema = z
  .object({
    PORT: whole('PORT', 0, 65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATABASE_URL: z
      .string()
      .regex(
        /^postgres(ql)?:\/\//,
        'DATABASE_URL starts with postgresql://; leave it out for the embedded database.',
      )
      .optional(),
    CAPSTAN_DATABASE_POOL: whole('CAPSTAN_DATABASE_POOL', 1, 200).default(20),
    CAPSTAN_DATA_DIR: z.string().default('.data'),
    CAPSTAN_BASE_URL: httpUrl('CAPSTAN_BASE_URL', 'https://capstan.example.com').optional(),
    CAPSTAN_TRUSTED_PROXIES: list
      .refine(
        (entries) => entries.every((entry) => parseRange(entry) !== null),
        'CAPSTAN_TRUSTED_PROXIES lists addresses or CIDR ranges, such as 10.0.0.0/8.',
      )
      .default([]),
    CAPSTAN_SECRET: longEnough('CAPSTAN_SECRET', 32).optional(),
    CAPSTAN_PROVIDERS_FILE: z.string().optional(),
    CAPSTAN_DEMO: flag('CAPSTAN_DEMO').optional(),
    CAPSTAN_ADMIN_EMAIL: z.email('CAPSTAN_ADMIN_EMAIL is an e-mail address.').optional(),
    CAPSTAN_ADMIN_PASSWORD: z
      .string()
      .min(12, 'CAPSTAN_ADMIN_PASSWORD has at least 12 characters.')
      .optional(),
    CAPSTAN_ADMIN_TOKEN: longEnough('CAPSTAN_ADMIN_TOKEN', 32).optional(),
    CAPSTAN_SYNC_ON_START: flag('CAPSTAN_SYNC_ON_START').default(true),
    CAPSTAN_DEFAULT_TOP_K: whole('CAPSTAN_DEFAULT_TOP_K', 1, 100).default(8),
    CAPSTAN_MAX_SCHEMA_TOOLS: whole('CAPSTAN_MAX_SCHEMA_TOOLS', 1, 200).default(20),
    CAPSTAN_RESOLVER: z
      .enum(RESOLVER_PRESETS, `CAPSTAN_RESOLVER is one of ${RESOLVER_PRESETS.join(', ')}.`)
      .default('measured'),
    CAPSTAN_EGRESS_ALLOW: list
      .refine(
        (entries) =>
          entries.every((entry) => parseRange(entry) || isHostPattern(entry.toLowerCase())),
        'CAPSTAN_EGRESS_ALLOW lists host names, addresses or CIDR ranges, such as *.corp.test or 10.0.0.0/8.',
      )
      .default([]),
    CAPSTAN_LOG_LEVEL: z
      .enum(
        ['debug', 'info', 'warn', 'error', 'silent'],
        'CAPSTAN_LOG_LEVEL is debug, info, warn, error or silent.',
      )
      .default('info'),
    CAPSTAN_OIDC_ISSUER: httpUrl('CAPSTAN_OIDC_ISSUER', 'https://login.example.com').optional(),
    CAPSTAN_OIDC_CLIENT_ID: z.string().optional(),
    CAPSTAN_OIDC_CLIENT_SECRET: z.string().optional(),
    CAPSTAN_OIDC_NAME: z.string().default('Single sign-on'),
    CAPSTAN_OIDC_LINK_BY_EMAIL: flag('CAPSTAN_OIDC_LINK_BY_EMAIL').default(false),
    CAPSTAN_OIDC_DEFAULT_ROLES: list
      .refine(
        (roles) =>
          roles.every((role) => /^[a-z0-9_-]+:(admin|reviewer|auditor|member)$/.test(role)),
        'CAPSTAN_OIDC_DEFAULT_ROLES lists tenant:role, such as shared:member.',
      )
      .default([]),
  })
  .superRefine((env, context) => {
    const need = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (env.DATABASE_URL && !env.CAPSTAN_SECRET) {
      need(
        'CAPSTAN_SECRET',
        'CAPSTAN_SECRET is required with DATABASE_URL, the same on every replica; make one with: openssl rand -base64 48',
      );
    }
    if (env.CAPSTAN_ADMIN_PASSWORD && !env.CAPSTAN_ADMIN_EMAIL) {
      need('CAPSTAN_ADMIN_EMAIL', 'CAPSTAN_ADMIN_EMAIL is required with CAPSTAN_ADMIN_PASSWORD.');
    }
    if (
      env.CAPSTAN_OIDC_ISSUER &&
      !(env.CAPSTAN_OIDC_CLIENT_ID && env.CAPSTAN_OIDC_CLIENT_SECRET)
    ) {
      need(
        'CAPSTAN_OIDC_CLIENT_ID',
        'CAPSTAN_OIDC_ISSUER needs CAPSTAN_OIDC_CLIENT_ID and CAPSTAN_OIDC_CLIENT_SECRET.',
      );
    }
  });

export type Env = z.infer<typeof envSchema>;
