const BRAND = 'capstan.startup-error';

/** A start that cannot go on, for a reason a person can fix: one clear line, no stack. */
export class StartupError extends Error {
  readonly brand = BRAND;
  constructor(line: string, options?: ErrorOptions) {
    super(line, options);
    this.name = 'StartupError';
  }
}

export function isStartupError(error: unknown): error is StartupError {
  return (
    typeof error === 'object' && error !== null && (error as { brand?: unknown }).brand === BRAND
  );
}
