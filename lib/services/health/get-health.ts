import { runtime } from '@/lib/runtime';

export type Health = {
  status: 'ok' | 'failing';
  database: 'ok' | 'failing';
  version: string;
};

/** Whether this process can serve: the database answers. Reads only, open to anyone. */
export async function getHealth(): Promise<Health> {
  try {
    await runtime().db.pool.query('SELECT 1');
    return { status: 'ok', database: 'ok', version: '1' };
  } catch {
    return { status: 'failing', database: 'failing', version: '1' };
  }
}
