const DAY_MS = 86_400_000;

export const daysAhead = (days: number) => new Date(Date.now() + days * DAY_MS);
/** The same as a door takes it. */
export const inDays = (days: number) => daysAhead(days).toISOString();
