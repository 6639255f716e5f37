import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LintFinding, lintDescription } from '@/lib/core/contract/lint';
import { findAlarms } from '@/lib/core/drift/alarms';
import { declaredEffect } from '@/lib/core/shared/annotations';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';

type Tool = {
  server: string;
  name: string;
  description: string;
  annotations: JsonObject;
  whole: JsonObject;
};

/** Tools of recorded servers: every JSON file of the folder that holds a list of tools. */
function readTools(folder: string): Tool[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const recorded: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const tools = isJsonObject(recorded) && Array.isArray(recorded.tools) ? recorded.tools : [];
      return tools.filter(isJsonObject).map((tool) => ({
        server: file.replace('.json', ''),
        name: String(tool.name ?? ''),
        description: typeof tool.description === 'string' ? tool.description : '',
        annotations: isJsonObject(tool.annotations) ? tool.annotations : {},
        whole: tool,
      }));
    });
}

type Flagged = { tool: Tool; finding: Pick<LintFinding, 'rule' | 'severity' | 'message'> };

function lintAll(tools: readonly Tool[]): Flagged[] {
  return tools.flatMap((tool) => {
    const neighbours = tools
      .filter((other) => other !== tool && other.description !== '')
      .map(({ server, name, description }) => ({ capabilityId: `${server}.${name}`, description }));
    const { description, annotations } = tool;
    return lintDescription({
      description,
      surface: 'tool',
      effect: declaredEffect(annotations),
      neighbours,
    }).map((finding) => ({ tool, finding }));
  });
}

/** The texts of each tool as if all of them were new: what an `instruction` drift would be. */
function alarmAll(tools: readonly Tool[]): Flagged[] {
  return tools.flatMap((tool) => {
    const { name, description, whole } = tool;
    return findAlarms({
      name,
      title: typeof whole.title === 'string' ? whole.title : null,
      description,
      inputSchema: isJsonObject(whole.inputSchema) ? whole.inputSchema : null,
      outputSchema: isJsonObject(whole.outputSchema) ? whole.outputSchema : null,
      annotations: isJsonObject(whole.annotations) ? whole.annotations : null,
    }).map(({ rule, field, excerpt }) => ({
      tool,
      finding: {
        rule: rule as LintFinding['rule'],
        severity: 'error' as const,
        message: `${field}: ${excerpt}`,
      },
    }));
  });
}

/**
 * How many tools of recorded servers each rule flags. `--show <rule>` prints what it flags, to be
 * read by eye.
 */
export function benchLint(argv: readonly string[], print: (text?: string) => void): void {
  const option = (name: string) => argv[argv.indexOf(name) + 1];
  const folder = argv.includes('--servers') ? option('--servers') : undefined;
  if (!folder) {
    print('lint: name a folder of recorded servers with --servers');
    return;
  }
  const tools = readTools(folder);
  print(`\n${tools.length} tools of ${new Set(tools.map((tool) => tool.server)).size} servers`);
  const show = argv.includes('--show') ? option('--show') : undefined;
  const parts: [string, Flagged[]][] = [
    ['lint rule', lintAll(tools)],
    ['drift, every text as if new', alarmAll(tools)],
  ];
  for (const [title, flagged] of parts) {
    print(`\n${title.padEnd(40)}${'tools'.padStart(7)}${'share'.padStart(9)}`);
    for (const [rule, hit] of byRule(flagged)) {
      const share = ((100 * hit.size) / tools.length).toFixed(1);
      print(`${rule.padEnd(40)}${String(hit.size).padStart(7)}${`${share} %`.padStart(9)}`);
    }
    const all = new Set(flagged.map(({ tool }) => tool));
    print(`${'any'.padEnd(40)}${String(all.size).padStart(7)}`);
    for (const { tool, finding } of flagged.filter((one) => one.finding.rule === show)) {
      print(`\n[${tool.server}] ${tool.name} ${JSON.stringify(tool.annotations)}`);
      print(`  ${finding.severity}: ${finding.message}`);
      print(`  ${tool.description.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
    }
  }
}

function byRule(flagged: readonly Flagged[]): [string, Set<Tool>][] {
  const found = new Map<string, Set<Tool>>();
  for (const { tool, finding } of flagged) {
    const key = `${finding.rule}`;
    found.set(key, (found.get(key) ?? new Set()).add(tool));
  }
  return [...found].sort(([, a], [, b]) => b.size - a.size);
}
