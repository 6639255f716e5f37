import { openDatabase } from '@/lib/db/client';

/** Opens the embedded database of the folder it is given and holds it until it is killed. */
const dataDir = process.argv[2] ?? '';
try {
  const db = await openDatabase({ dataDir, databasePool: 2 });
  if (process.argv[3]) await db.pool.query(process.argv[3]);
  process.stdout.write('open\n');
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
