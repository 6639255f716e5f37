import { parseArgs } from 'node:util';
import { callerOf } from '@/lib/config/env';
import { apply, discover, exportCatalog, validate } from './commands';
import { EXIT, Exit, type Options } from './exit';

const HELP = `capstan: the catalog as files, over the REST door.

  capstan validate -f <file|folder>…          check files, without a server
  capstan diff     -f <file|folder>…          what applying them would change
  capstan apply    -f <file|folder>…          change it, whole or not at all
  capstan export   [-o <folder>]              the catalog as YAML; with -o one file a thing,
                                              comments in files that are there are kept
  capstan discover <what for>                 what an agent would be offered (with its key)

  -f, --file      a YAML file, a folder of them, or - for what is piped in; may be repeated
  -o, --output    folder to write to
  --dry-run       with apply: the same as diff
  --reason        kept with the change requests that are opened
  --prune         also dismiss drafts that no file names; within --owner or --tag only
  --owner, --tag, --status, --type, --kind
                  narrow an export (or, with --prune, what may be pruned)
  --tenant        tenant to act in, where you have several
  --json          the answer as JSON
  -h, --help

Environment: CAPSTAN_URL (http://127.0.0.1:3000), CAPSTAN_TOKEN (cap_user_…, or cap_agent_… to discover).

Exit codes: 0 done, or nothing to do · 1 unexpected · 2 wrong usage · 3 invalid files ·
4 refused (by policy, a conflict, an unknown key) · 5 Capstan does not answer · 10 a dry run found changes
`;

const OPTIONS = {
  file: { type: 'string', short: 'f', multiple: true },
  output: { type: 'string', short: 'o' },
  'dry-run': { type: 'boolean' },
  reason: { type: 'string' },
  prune: { type: 'boolean' },
  owner: { type: 'string' },
  tag: { type: 'string' },
  status: { type: 'string' },
  type: { type: 'string' },
  kind: { type: 'string' },
  tenant: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const COMMANDS: Record<string, (options: Options) => Promise<number>> = {
  validate,
  diff: (options) => apply({ ...options, dryRun: true }),
  apply,
  export: exportCatalog,
  discover,
};

/** Runs the command line and answers its exit code. */
export async function main(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [name, ...rest] = positionals;
    if (values.help || name === 'help') {
      console.log(HELP);
      return EXIT.done;
    }
    const command = name === undefined ? undefined : COMMANDS[name];
    if (!command) throw new Exit(EXIT.usage, name ? `There is no command "${name}".` : HELP);
    if (rest.length > 0 && name !== 'discover') {
      throw new Exit(EXIT.usage, `What is "${rest[0]}"? Name files with -f.`);
    }
    return await command({
      files: values.file ?? [],
      output: values.output,
      dryRun: values['dry-run'] ?? false,
      reason: values.reason,
      prune: values.prune ?? false,
      owner: values.owner,
      tag: values.tag,
      status: values.status,
      type: values.type,
      kind: values.kind,
      tenant: values.tenant,
      json: values.json ?? false,
      words: rest,
      caller: callerOf(),
    });
  } catch (error) {
    if (error instanceof Exit) {
      console.error(error.message);
      return error.code;
    }
    console.error(error);
    return EXIT.unexpected;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Exit(EXIT.usage, `${why}\nSee capstan --help.`);
  }
}
