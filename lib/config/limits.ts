/** Bounds that are not configuration: changing one is a change of the product. */
export const LIMITS = {
  /** How long a query waits for a connection before the answer is UNAVAILABLE. */
  connectionWaitMs: 10_000,
  /** How long one query may take before its connection is given up. */
  queryMs: 60_000,
  transactionMs: 20_000,
  transactionAttempts: 4,
} as const;
