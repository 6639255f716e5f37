/** `npm run dev`: the same server with Next's development mode. */
import { followNpm } from './follow-npm.mjs';
import { checkNode, ensureGenerated, ensureInstalled } from './prepare.mjs';

followNpm();
checkNode();
await ensureInstalled({ withDev: true });
await ensureGenerated();
const { start } = await import('./start-server.mjs');
await start({ dev: true });
