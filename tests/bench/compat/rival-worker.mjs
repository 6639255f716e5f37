import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';

const { diffSchemas } = createRequire(import.meta.url)('json-schema-diff');

parentPort.on('message', async ({ sourceSchema, destinationSchema }) => {
  try {
    const { removalsFound, additionsFound } = await diffSchemas({
      sourceSchema,
      destinationSchema,
    });
    parentPort.postMessage({ removals: removalsFound, additions: additionsFound });
  } catch (error) {
    parentPort.postMessage({ failed: String(error?.message ?? error).slice(0, 200) });
  }
});
