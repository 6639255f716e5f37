/** `npm start`: does what is missing, then serves. */
import { followNpm } from './follow-npm.mjs';
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from './prepare.mjs';

followNpm();
checkNode();
await ensureInstalled();
await ensureGenerated();
await ensureBuilt();
const { start } = await import('./start-server.mjs');
await start({ dev: false });
