import { invalidField } from '../errors';
import { futureTime } from '../future-time';

const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * When an approved change is carried out; null: at once.
 *
 * @param asked what this call says; null takes back what was said before
 * @param before what was said before; when that time has passed, it is at once
 * @throws ServiceError VALIDATION for a time that has passed or is too far ahead.
 */
export function applyTime(
  now: Date,
  asked: string | null | undefined,
  before: Date | null,
): Date | null {
  if (asked === undefined) return before && before > now ? before : null;
  const time = futureTime(now, 'apply_at', asked);
  if (time && time.getTime() - now.getTime() > MAX_DAYS * DAY_MS) {
    throw invalidField('apply_at', `Choose a time within ${MAX_DAYS} days.`);
  }
  return time;
}
