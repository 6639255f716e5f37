/** `npm start`: does what is missing, then serves. */
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from './prepare.mjs';

checkNode();
await ensureInstalled();
await ensureGenerated();
await ensureBuilt();
const { start } = await import('./start-server.mjs');
await start({ dev: false });
