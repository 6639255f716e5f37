/** `npm run build`: everything `npm start` needs, made now. */
import { checkNode, ensureBuilt, ensureGenerated, ensureInstalled } from './prepare.mjs';

checkNode();
await ensureInstalled();
await ensureGenerated();
await ensureBuilt();
