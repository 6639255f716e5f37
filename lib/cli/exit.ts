/** What a script may rely on; `capstan --help` says the same. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  invalid: 3,
  refused: 4,
  unreachable: 5,
  changes: 10,
} as const;

/** Ends the command with a code and a sentence for the person. */
export class Exit extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export type Options = {
  files: string[];
  output: string | undefined;
  dryRun: boolean;
  reason: string | undefined;
  prune: boolean;
  owner: string | undefined;
  tag: string | undefined;
  status: string | undefined;
  type: string | undefined;
  kind: string | undefined;
  tenant: string | undefined;
  json: boolean;
  /** What follows the command. */
  words: string[];
  caller: { url: string; token: string | null };
};
