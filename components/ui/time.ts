const YEAR = 86_400 * 365.25;
const STEPS: readonly [limit: number, unit: number, name: Intl.RelativeTimeFormatUnit][] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [86_400 * 120, 86_400, 'day'],
  [YEAR, YEAR / 12, 'month'],
  [Number.POSITIVE_INFINITY, YEAR, 'year'],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * "3 min. ago", "in 90 days", to the nearest whole unit; under 10 seconds "just now". Both in
 * milliseconds since 1970.
 */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  if (Math.abs(seconds) < 10) return 'just now';
  for (const [limit, unit, name] of STEPS) {
    const count = Math.round(seconds / unit);
    if (Math.abs(count) * unit < limit) return relative.format(count, name);
  }
  return formatUtc(at);
}

/** "30 Nov 2026, 14:41 UTC": the same on server and client. */
export function formatUtc(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

/** "30 Nov, 14:41": what fits where a relative time will stand, in UTC. */
export function formatShortUtc(at: number): string {
  return formatUtc(at).replace(/ \d{4}, (.*) UTC$/, ', $1');
}

/** "1.4 ms", "840 ms", "1.2 s", "3 min 20 s": durations always with their unit. */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${Number.isInteger(ms) ? ms : ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.round((ms % 60_000) / 1000);
  return seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`;
}
