/** `node lib/boot/tsx.mjs script.ts …`: runs a TypeScript script of the project. */
import { runChild } from './run-child.mjs';

const [script, ...rest] = process.argv.slice(2);
if (!script) {
  console.error('Usage: node lib/boot/tsx.mjs <script.ts> [arguments]');
  process.exit(2);
}
const { code } = await runChild(['--import', 'tsx', script, ...rest]);
process.exit(code);
