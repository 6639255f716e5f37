/** Of what the server reads under other names; `CAPSTAN_…` is cleared whole. */
const OTHERS = ['PORT', 'HOST', 'DATABASE_URL'];
/** Says where the browser is, and configures nothing. */
const KEPT = 'CAPSTAN_CHROMIUM';

/**
 * The configuration in an environment, each variable empty, which counts as absent: tests must not
 * depend on that of the person who runs them.
 *
 * @param {Record<string, string | undefined>} environment
 * @returns {Record<string, string>}
 */
export function cleared(environment) {
  const names = Object.keys(environment).filter(
    (name) => OTHERS.includes(name) || (name.startsWith('CAPSTAN_') && name !== KEPT),
  );
  return Object.fromEntries(names.map((name) => [name, '']));
}
