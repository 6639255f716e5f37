const DURATION = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?$/;

/** Milliseconds of an ISO 8601 duration of hours, minutes and seconds; null when it is none. */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (!match || text === 'PT') return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}

/** ISO 8601 text of a number of milliseconds: 10,000 is `PT10S`, 300,000 is `PT5M`. */
export function formatDuration(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  const text = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`;
  return `PT${text || '0S'}`;
}
