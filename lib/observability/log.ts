import pino from 'pino';

/**
 * The one logger. JSON lines on stdout; keys that could hold a secret are cut out wherever
 * they stand, so that a careless call cannot leak one.
 */
export const log = pino({
  base: null,
  redact: {
    paths: [
      'password',
      '*.password',
      'token',
      '*.token',
      'secret',
      '*.secret',
      'authorization',
      '*.authorization',
      '*.headers.authorization',
      'cookie',
      '*.cookie',
    ],
    censor: '[redacted]',
  },
  timestamp: pino.stdTimeFunctions.isoTime,
});

type Events = {
  'capability.registry.sync': {
    source: string;
    server_name: string;
    count: number;
    latency_ms: number;
    tenant_id: string;
    error?: string;
  };
  'capability.resolve': {
    agent_id: string;
    total: number;
    filtered: number;
    selected: number;
    top_k: number;
    profile: string | null;
    tenant_id: string;
  };
  'capability.materialize': {
    capability_id: string;
    source: string;
    success: boolean;
    latency_ms: number;
    error?: string;
  };
  'capability.tool.call': {
    invocation_id: string;
    capability_id: string;
    agent_id: string;
    provider: string | null;
    status: string;
    latency_ms: number;
    tenant_id: string;
    error?: string;
  };
};

/** Writes one of the product's events, with all its fields and no other. */
export function logEvent<K extends keyof Events>(event: K, fields: Events[K]): void {
  const line: object = { event, ...fields };
  log.info(line, event);
}
