import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { stringify } from 'yaml';
import { projectPath } from '@/lib/config/paths';
import { StartupError } from '@/lib/config/startup-error';
import { demoProviders } from './demo-content';
import { SAMPLE_FILES, SAMPLE_MEMORY } from './sample-files';

export type DemoPlaces = {
  folder: string;
  files: string;
  memoryFile: string;
  providersFile: string;
  /** Keys and tokens of the demo, for `npm run demo:traffic`. */
  trafficFile: string;
};

export function demoPlaces(dataDir: string): DemoPlaces {
  const folder = join(dataDir, 'demo');
  return {
    folder,
    files: join(folder, 'files'),
    memoryFile: join(folder, 'memory.jsonl'),
    providersFile: join(folder, 'providers.yaml'),
    trafficFile: join(folder, 'traffic.json'),
  };
}

/**
 * The providers file of an installation: the one it is configured with, else the demo's while
 * there is one.
 */
export async function findProvidersFile(config: {
  providersFile?: string;
  demo: boolean;
  dataDir: string;
}): Promise<string | undefined> {
  if (config.providersFile !== undefined || !config.demo) return config.providersFile;
  const { providersFile } = demoPlaces(config.dataDir);
  return (await kindOf(providersFile)) === 'file' ? providersFile : undefined;
}

/**
 * Makes the demo's folder: sample files, a memory, a providers file. What is there stays as it
 * is, so that a start that was killed goes on and nobody's edits are lost.
 */
export async function makeDemoFiles(places: DemoPlaces): Promise<void> {
  await mkdir(places.files, { recursive: true, mode: 0o700 });
  await refuseLinks(places);
  for (const [path, text] of Object.entries(SAMPLE_FILES)) {
    await writeIfAbsent(join(places.files, path), text);
  }
  await writeIfAbsent(places.memoryFile, SAMPLE_MEMORY);
  await writeIfAbsent(places.providersFile, await providersText(places));
}

/** Node or this folder may have moved: a providers file nobody edited follows. */
export async function refreshProvidersFile(places: DemoPlaces): Promise<void> {
  const text = await readFile(places.providersFile, 'utf8').catch(() => null);
  if (text === null || !isUnedited(text)) return;
  const next = await providersText(places);
  if (next !== text) await replaceFile(places.providersFile, next);
}

/**
 * The filesystem server follows links, and next to its folder lies the database.
 * @throws StartupError naming the link to remove.
 */
export async function refuseLinks({ folder, files }: DemoPlaces): Promise<void> {
  for (const path of [folder, files]) {
    const kind = await kindOf(path);
    if (kind === 'link' || kind === 'file') {
      throw new StartupError(`${path} must be a folder of its own; move it away and start again.`);
    }
  }
  const dataDir = await realpath(dirname(folder)).catch(() => dirname(folder));
  const entries = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((item) => item.isSymbolicLink())) {
    const link = join(entry.parentPath, entry.name);
    const target = await realpath(link).catch(() => null);
    if (target === null) continue;
    const inside = `${target}${sep}`.startsWith(`${dataDir}${sep}`);
    const above = `${dataDir}${sep}`.startsWith(`${target}${sep}`);
    if (inside || above) {
      throw new StartupError(`${link} leads to Capstan's own data; remove this link.`);
    }
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'absent'> {
  const found = await lstat(path).catch(() => null);
  if (!found) return 'absent';
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : 'file';
}

async function providersText(places: DemoPlaces): Promise<string> {
  const providers = await Promise.all(
    demoProviders(places).map(async (item) => ({
      id: item.id,
      name: item.name,
      owner_team: item.ownerTeam,
      default_tags: item.tags,
      ...(item.backend ? { backend: item.backend } : {}),
      stdio: {
        command: process.execPath,
        args: [await binOf(item.package), ...item.args],
        ...(Object.keys(item.env).length > 0 ? { env: item.env } : {}),
      },
    })),
  );
  const body = stringify({ providers }, { lineWidth: 0 });
  return `${HEAD}${digestOf(body)}\n${body}`;
}

/** The program of an installed package, as its package.json says. */
async function binOf(name: string): Promise<string> {
  const folder = projectPath('node_modules', ...name.split('/'));
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [first] = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  return join(folder, String(first));
}

const HEAD =
  "# The demo's providers, written by Capstan. Edit freely: an edited file is never written again.\n# ";

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function isUnedited(text: string): boolean {
  if (!text.startsWith(HEAD)) return false;
  const [digest = '', ...rest] = text.slice(HEAD.length).split('\n');
  return digest === digestOf(rest.join('\n'));
}

/** All of it or none: a process killed while writing leaves no half a file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.${process.pid}.new`;
  await writeFile(half, text, { mode: 0o600 });
  await rename(half, path);
}

async function writeIfAbsent(path: string, text: string): Promise<void> {
  if ((await kindOf(path)) === 'absent') await replaceFile(path, text);
}
