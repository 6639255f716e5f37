import { invalidField } from './errors';

/** An optional end in the future. @throws ServiceError VALIDATION when it has passed already. */
export function futureTime(now: Date, path: string, text: string | null | undefined): Date | null {
  if (!text) return null;
  const time = new Date(text);
  if (time <= now) throw invalidField(path, 'This time has passed; choose one in the future.');
  return time;
}
