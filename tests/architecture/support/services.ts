import { importsOf } from './imports';
import { scan } from './scan';
import { isUnder, ownFiles } from './tree';

export const serviceFiles = ownFiles.filter((path) => isUnder(path, 'lib/services'));

const MODEL_WRITE =
  /\.\s*(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\s*\(\s*\{|\$executeRaw/;
const SQL_WRITE =
  /\b(?:INSERT\s+INTO\s+\w|UPDATE\s+\w+\s+(?:AS\s+\w+\s+|\w+\s+)?SET\s|DELETE\s+FROM\s+\w)/;

/** Changes rows, through Prisma or in SQL of its own. */
export function writes(path: string): boolean {
  const { code, bare } = scan(path);
  return MODEL_WRITE.test(bare) || SQL_WRITE.test(code);
}

const CALLS = {
  authorize: /\b(?:authorize|requireAllowed|isAllowed|requireUser)\s*\(/,
  audit: /\brecordAudits?\s*\(/,
} as const;
export type Duty = keyof typeof CALLS;
export const DUTIES = Object.keys(CALLS) as Duty[];

const importers = new Map<string, string[]>();
for (const path of serviceFiles) {
  for (const { target, typeOnly } of importsOf(path)) {
    if (typeOnly || !isUnder(target, 'lib/services')) continue;
    importers.set(target, [...(importers.get(target) ?? []), path]);
  }
}

/**
 * Does the duty itself, or through a file of its own domain that it calls, or is a step that only
 * files doing it call.
 */
export function fulfils(path: string, duty: Duty, seen: readonly string[] = []): boolean {
  if (seen.includes(path)) return true;
  if (CALLS[duty].test(scan(path).bare)) return true;
  if (helpersOf(path).some((helper) => CALLS[duty].test(scan(helper).bare))) return true;
  const callers = importers.get(path) ?? [];
  return callers.length > 0 && callers.every((one) => fulfils(one, duty, [...seen, path]));
}

function helpersOf(path: string): string[] {
  const domain = path.split('/').slice(0, 3).join('/');
  if (domain === 'lib/services') return [];
  return importsOf(path)
    .filter(({ target, typeOnly }) => !typeOnly && isUnder(target, domain) && target !== path)
    .map(({ target }) => target)
    .filter((target) => serviceFiles.includes(target));
}
