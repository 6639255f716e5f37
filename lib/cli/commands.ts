import type { ContractPlan, ContractResult } from '@/lib/schemas/contract';
import { writeContract } from '@/lib/schemas/contract-yaml';
import { readContracts } from './contract-files';
import { ask } from './door';
import { EXIT, Exit, type Options } from './exit';
import { writeExport } from './export-files';
import { table } from './table';

/** Files alone, by the schema the server has too. */
export async function validate(options: Options): Promise<number> {
  const contracts = await readContracts(options.files);
  say(options, { valid: contracts.length }, `${contracts.length} contracts are valid.`);
  return EXIT.done;
}

/** Shows what the files change, or changes it: first a dry run, then exactly that. */
export async function apply(options: Options): Promise<number> {
  const { dryRun, prune, owner, tag, reason } = options;
  if (prune && !owner && !tag) {
    throw new Exit(EXIT.usage, 'Say within what to prune: --owner or --tag.');
  }
  const contracts = await readContracts(options.files);
  const text = contracts.map(({ value }) => `---\n${writeContract(value)}`).join('');
  const put = async (more: Record<string, string>) => {
    const query = queryOf({ ...(prune ? { prune: 'true', owner, tag } : {}), reason, ...more });
    const sent = { method: 'PUT', path: `/contracts?${query}`, body: text };
    return JSON.parse(
      await ask(options, { ...sent, contentType: 'application/yaml' }),
    ) as ContractPlan;
  };
  const plan = await put({ dry_run: 'true' });
  const { create, update, refused, prune: pruned } = plan.summary;
  const nothing = create + update + pruned === 0;
  if (dryRun || refused > 0 || nothing) {
    say(options, plan, planText(plan));
    if (refused > 0) return EXIT.refused;
    return nothing ? EXIT.done : EXIT.changes;
  }
  const done = await put({ plan: plan.plan });
  say(options, done, planText(done));
  return EXIT.done;
}

function planText({ documents, summary, dry_run }: ContractPlan): string {
  const shown = documents.filter((one) => one.action !== 'unchanged' || one.notes.length > 0);
  const rows = shown.map((one) => [one.action, one.kind, one.id, detailOf(one)]);
  const { create, update, unchanged, refused, prune, review } = summary;
  const counts = `${create} to create, ${update} to change, ${prune} to dismiss, ${unchanged} unchanged, ${refused} refused; ${review} for review.`;
  const done = `${create} created, ${update} changed, ${prune} dismissed, ${unchanged} unchanged; ${review} wait for review.`;
  const head = rows.length > 0 ? `${table(['action', 'kind', 'id', 'what'], rows)}\n\n` : '';
  if (refused > 0) return `${head}${counts} Nothing is applied while one is refused.`;
  return `${head}${dry_run ? counts : done}`;
}

function detailOf(one: ContractResult): string {
  const fields = one.action === 'update' ? one.changes.map(({ path }) => path).join(', ') : '';
  const requests = one.change_requests.length > 0 ? `see ${one.change_requests.join(', ')}` : '';
  return [fields, ...one.reasons, ...one.notes, requests].filter(Boolean).join('; ');
}

/** The catalog on the terminal or, with a folder, as files. */
export async function exportCatalog(options: Options): Promise<number> {
  const { kind, owner, tag, status, type } = options;
  const query = queryOf({ kind, owner, tag, status, type });
  const text = await ask(options, { method: 'GET', path: `/contracts?${query}` });
  if (!options.output) {
    process.stdout.write(text);
    return EXIT.done;
  }
  const count = await writeExport(text, options.output);
  const words = `${count.added} added, ${count.updated} updated, ${count.unchanged} unchanged in ${options.output}.`;
  say(options, count, words);
  return EXIT.done;
}

type Found = { capabilities: { id: string; risk: string; score: number; description: string }[] };

/** What an agent would be offered for a sentence. */
export async function discover(options: Options): Promise<number> {
  const query = options.words.join(' ');
  if (query === '') throw new Exit(EXIT.usage, 'Say what for: capstan discover "read a runbook".');
  const sent = { method: 'POST', path: '/capabilities/discover', body: JSON.stringify({ query }) };
  const found = JSON.parse(await ask(options, sent)) as Found;
  const rows = found.capabilities.map(({ id, risk, score, description }) => [
    id,
    risk,
    score.toFixed(2),
    description.replaceAll(/\s+/g, ' ').slice(0, 80),
  ]);
  const words =
    rows.length > 0 ? table(['id', 'risk', 'score', 'description'], rows) : 'Nothing was found.';
  say(options, found, words);
  return EXIT.done;
}

function queryOf(values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of value === undefined ? [] : MANY.has(key) ? value.split(',') : [value]) {
      query.append(key, one);
    }
  }
  return query.toString();
}

/** Options that take several values, with commas between. */
const MANY: ReadonlySet<string> = new Set(['kind', 'owner', 'tag', 'status', 'type']);

function say({ json }: Options, data: unknown, words: string): void {
  console.log(json ? JSON.stringify(data, null, 2) : words);
}
