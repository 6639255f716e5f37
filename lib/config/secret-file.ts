import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error';

/**
 * The install's secret when none is configured: made once in the data folder,
 * readable by this user only. Losing it makes sealed values unreadable, so it is
 * put in place whole or not at all.
 */
export function obtainSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  try {
    return readSecret(path) ?? createSecret(dataDir, path);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'error';
    throw new StartupError(
      `The data folder ${dataDir} cannot be read and written (${code}): give this user access, or set CAPSTAN_DATA_DIR to another folder.`,
    );
  }
}

function readSecret(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (text.length < 32) {
    throw new StartupError(
      `${path} is shorter than 32 characters: put the right secret back, or set CAPSTAN_SECRET.`,
    );
  }
  chmodSync(path, 0o600);
  return text;
}

function createSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(48).toString('base64url');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readSecret(path) ?? secret;
  } finally {
    rmSync(draft, { force: true });
  }
}
