/** Bounds that are not configuration: changing one is a change of the product. */
export const LIMITS = {
  /** Bytes of one request body at any door; larger is refused while it arrives. */
  requestBodyBytes: 4 * 1024 * 1024,
  /** Bytes of one capability output that are handed on. */
  outputBytes: 1024 * 1024,
  pageSize: 50,
  pageSizeMax: 200,
  /** Default of a capability's own limits (product definition §3). */
  capabilityTimeoutMs: 10_000,
  capabilityCallsPerRun: 5,
  /** Below this many allowed capabilities an agent may get them all. */
  smallCatalog: 20,
  /** How long open calls may still run after SIGTERM. */
  shutdownGraceMs: 10_000,
  /** How long a query waits for a connection before the answer is UNAVAILABLE. */
  connectionWaitMs: 10_000,
  /** How long one query may take before its connection is given up. */
  queryMs: 60_000,
  transactionMs: 20_000,
  transactionAttempts: 4,
} as const;
