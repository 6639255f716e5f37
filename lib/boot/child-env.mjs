/**
 * The one place where the plain scripts, which run before anything is
 * installed, touch the environment. The application reads it in lib/config/env.ts.
 *
 * @param {Record<string, string>} extra
 */
export function childEnv(extra = {}) {
  return { ...process.env, ...extra };
}

/** @param {string} name */
export function readEnv(name) {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeEnv(name, value) {
  process.env[name] = value;
}
