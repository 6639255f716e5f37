#!/usr/bin/env node
/** The `capstan` command: plain Node, from a clone or an installed package, without a build. */
import { register } from 'node:module';

const root = new URL('../../', import.meta.url).href;
const tsx = await import('tsx/esm/api').catch(() => null);
if (!tsx) {
  console.error('Capstan is not installed whole: run npm install in its folder first.');
  process.exit(1);
}
tsx.register();
register('./alias.mjs', import.meta.url, { data: { root } });
const { main } = await import('./capstan.ts');
process.exitCode = await main(process.argv.slice(2));
