import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReplayListing, type ReplayServer, startReplayServer } from './replay-server';

/** A made-up server with one kind of fault, and what is right to make of it. */
export type Specimen = {
  file: string;
  /** What is wrong with it. */
  why: string;
  listing: ReplayListing;
  expect: {
    /** `TYPE name`, in the order listed. */
    kept: string[];
    /** `name: how the reason begins`. */
    rejected: string[];
    /** Rules that have to be found, by name; an empty list: none of the intake's. */
    findings: Record<string, string[]>;
    risks: Record<string, string>;
  };
};

const SPECIMENS = join(process.cwd(), 'tests', 'fixtures', 'corpus');
const RECORDED = join(process.cwd(), '..', 'shared', 'mcp-servers');

/** The corpus of our own: always there. */
export const specimens: Specimen[] = filesIn(SPECIMENS).map((file) => ({
  file: file.replace('.json', ''),
  ...JSON.parse(readFileSync(join(SPECIMENS, file), 'utf8')),
}));

/** Real servers, recorded: only where somebody has laid them beside this folder. */
export const recordings: { file: string; read: () => Required<ReplayListing> }[] = filesIn(
  RECORDED,
).map((file) => ({ file, read: () => JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) }));

export const recordedTitle =
  recordings.length > 0 ? 'forty real servers' : 'forty real servers (skipped: none are here)';

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

/** Serves a listing; page size, protocol and transport change from one to the next. */
export function serveNth(
  listing: ReplayListing,
  index: number,
  smallestPage: number,
): Promise<ReplayServer> {
  return startReplayServer(listing, {
    pageSize: smallestPage + (index % 5),
    protocol: index % 2 === 0 ? 'older' : 'both',
    sse: index % 3 === 0,
  });
}
