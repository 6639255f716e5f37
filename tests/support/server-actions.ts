import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '@/lib/boot/root.mjs';

const manifestSchema = z.object({
  node: z.record(
    z.string(),
    z.object({
      filename: z.string(),
      exportedName: z.string(),
      workers: z.record(z.string(), z.unknown()),
    }),
  ),
});

export type ServerAction = {
  /** Its file below `app/(console)` and its name there: `people/actions.ts#submitTeam`. */
  name: string;
  id: string;
  /** A page without parameters that carries it. */
  page: string;
};

/** The server actions of the build that is there, as the browser finds them. */
export function serverActions(): ServerAction[] {
  const file = join(ROOT, '.next', 'server', 'server-reference-manifest.json');
  const { node } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(node).map(([id, { filename, exportedName, workers }]) => {
    const pages = Object.keys(workers).map((worker) =>
      worker
        .replace(/^app/, '')
        .replace(/\/\([^)]+\)/g, '')
        .replace(/\/page$/, ''),
    );
    const page = pages.find((one) => !one.includes('[')) ?? '';
    return {
      name: `${filename.replace('app/(console)/', '')}#${exportedName}`,
      id,
      page: page || '/',
    };
  });
}

const resultSchema = z.union([
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error: z.looseObject({ code: z.string(), message: z.string() }),
  }),
]);
export type ActionAnswer = z.infer<typeof resultSchema>;

/**
 * Posts to a server action as a browser does, with a session's cookies, and reads its result.
 * @throws when no result came back
 */
export async function postAction(call: {
  url: string;
  action: ServerAction;
  cookie: string;
  input: unknown;
}): Promise<ActionAnswer> {
  const { url, action, cookie, input } = call;
  const response = await fetch(`${url}${action.page}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'next-action': action.id,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: url,
      ...(cookie === '' ? {} : { cookie }),
    },
    body: JSON.stringify([input]),
  });
  const text = await response.text();
  for (const line of text.split('\n')) {
    const found = /^\w+:(\{"ok":.*)$/.exec(line)?.[1];
    const result = found ? resultSchema.safeParse(JSON.parse(found)) : null;
    if (result?.success) return result.data;
  }
  throw new Error(`${action.name}: ${response.status} ${text.slice(0, 300)}`);
}
