import { parentPort } from 'node:worker_threads';
import { compile } from './compile.mjs';
import { explain } from './explain.mjs';

const MAX_CACHED = 2_000;
/** key -> compile result, oldest use first. */
const cache = new Map();

function compiled({ key, schema }) {
  const held = cache.get(key);
  if (held) {
    cache.delete(key);
    cache.set(key, held);
    return held;
  }
  if (schema === undefined) return undefined;
  const result = compile(schema);
  cache.set(key, result);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value);
  return result;
}

function answer(job) {
  const result = compiled(job);
  if (result === undefined) return { missing: true };
  if (!result.ok) return { ok: false, reason: result.reason };
  if (job.op === 'compile') return { ok: true, fallbacks: result.fallbacks };
  const valid = result.validate(job.value);
  return { ok: true, valid, errors: valid ? [] : explain(result.validate.errors ?? []) };
}

parentPort.on('message', (job) => {
  let reply;
  try {
    reply = answer(job);
  } catch (error) {
    reply = { ok: false, reason: `the value could not be checked: ${error?.message ?? error}` };
  }
  parentPort.postMessage({ id: job.id, ...reply });
});

parentPort.postMessage({ ready: true });
