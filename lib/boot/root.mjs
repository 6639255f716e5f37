import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder the command was typed in. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
