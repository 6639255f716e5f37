import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkCompatibility } from '@/lib/core/compat/check';
import type { JsonObject } from '@/lib/core/shared/json';
import { mutate } from '../../support/compat/mutate';
import { MUTATORS } from '../../support/compat/mutators';
import { chanceOf } from '../../support/compat/random';
import { BOMBS } from './bombs';
import { type Counts, type Report, runPairs } from './pairs';
import { Rival } from './rival';
import { type NamedSchema, schemasIn } from './schemas';

type Print = (line: string) => void;

/** The size a large schema has in the wild, in characters. */
const LARGE = 45_000;
const RIVAL_DEADLINE_MS = 1_500;

/**
 * Soundness and cost of the comparison of schemas. `folder` holds listings of servers; with
 * `every` only each n-th schema is taken.
 */
export async function benchCompat(
  print: Print,
  { folder, every, withRival }: { folder: string; every: number; withRival: boolean },
): Promise<void> {
  if (!existsSync(folder)) {
    print(`compat: skipped, there is no folder ${folder}`);
    return;
  }
  const all = schemasIn(folder);
  benchLatency(print, all);
  benchBombs(print);
  const schemas = all.filter((_schema, index) => index % every === 0);
  const kinds = Object.keys(MUTATORS).length;
  print(
    `\ncompat: ${schemas.length} of ${all.length} schemas, ${kinds} kinds of change, both directions`,
  );
  const rival = withRival ? new Rival(RIVAL_DEADLINE_MS) : null;
  const began = performance.now();
  const report = await runPairs(schemas, rival, (done) => {
    if (done % 100 === 0) print(`  ${done} of ${schemas.length} schemas`);
  });
  await rival?.close();
  printReport(print, report, (performance.now() - began) / 1_000);
}

const share = (part: number, whole: number) =>
  `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

function printReport(print: Print, report: Report, seconds: number): void {
  const { counts, rival } = report;
  print(`${'kind of change'.padEnd(34)}  pairs  compat.  breaking  shown  unknown  unsound`);
  for (const [kind, held] of report.byKind) print(rowOf(kind, held));
  print(rowOf('all', counts));
  const unknown = counts.undecided + counts.unknownByDefinition;
  print(
    `  unknown ${share(unknown, counts.pairs)} of pairs (aim: under 2 %): ${share(counts.undecided, counts.pairs)} for want of a proof, ${share(counts.unknownByDefinition, counts.pairs)} for defaults and formats`,
  );
  print(`  breaking with a value that shows it: ${share(counts.witnessed, counts.breaking)}`);
  print(
    `  json-schema-diff on the same pairs: ${rival.pairs} pairs, ${rival.compatible} compatible, ${rival.breaking} breaking, ${rival.failed} failed, ${rival.late} not done in ${RIVAL_DEADLINE_MS} ms, ${rival.unsound} unsound`,
  );
  print(`  ${seconds.toFixed(0)} s, ${report.skipped} schemas do not compile and were left out`);
  for (const line of report.unsound.slice(0, 20)) print(`  UNSOUND ${line}`);
  print(JSON.stringify({ bench: 'compat', ...counts, unknown, kinds: report.byKind.size }));
  print(JSON.stringify({ bench: 'compat', against: 'json-schema-diff', ...rival }));
}

function rowOf(kind: string, held: Counts): string {
  const numbers = [
    [held.pairs, 7],
    [held.compatible, 9],
    [held.breaking, 10],
    [held.witnessed, 7],
    [held.undecided + held.unknownByDefinition, 9],
    [held.unsound, 9],
  ] as const;
  return (
    kind.padEnd(34) + numbers.map(([number, width]) => String(number).padStart(width)).join('')
  );
}

/** A schema of the size of the largest in the wild against mutations of itself. */
function benchLatency(print: Print, schemas: readonly NamedSchema[]): void {
  const largest = [...schemas].sort((a, b) => sizeOf(b.schema) - sizeOf(a.schema))[0];
  if (!largest) return;
  const old = grown(largest.schema);
  const mutants = Object.values(MUTATORS).flatMap((mutator, index) => {
    const next = mutate(old, mutator, chanceOf(index));
    return next ? [next] : [];
  });
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const next of mutants) {
      for (const direction of ['input', 'output'] as const) {
        const began = performance.now();
        checkCompatibility({ direction, oldSchema: old, newSchema: next });
        if (round > 0) times.push(performance.now() - began);
      }
    }
  }
  const [p50, p95, max] = percentiles(times);
  print(
    `compat of ${(sizeOf(old) / 1_000).toFixed(0)} KB (${largest.name}): p50 ${p50} ms, p95 ${p95} ms, max ${max} ms over ${times.length} (aim: 5 ms)`,
  );
  print(
    JSON.stringify({ bench: 'compat', part: 'latency', characters: sizeOf(old), p50, p95, max }),
  );
}

function sizeOf(schema: JsonObject): number {
  return JSON.stringify(schema).length;
}

/** Where a folder holds nothing so large, its largest schema several times over. */
function grown(schema: JsonObject): JsonObject {
  if (sizeOf(schema) > LARGE * 0.9) return schema;
  const copies = Math.ceil(LARGE / sizeOf(schema));
  if (copies > 200) return schema;
  const names = Array.from({ length: copies }, (_none, index) => `copy_${index}`);
  const { $schema, $defs, definitions, ...body } = schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { ...body, title: name }])),
  };
}

function percentiles(times: number[]): [string, string, string] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return [at(0.5), at(0.95), at(1)];
}

function benchBombs(print: Print): void {
  print(`\n${'schemas made to take for ever'.padEnd(34)}    input   output  verdicts`);
  for (const { name, old, next } of BOMBS) {
    const runs = (['input', 'output'] as const).map((direction) => {
      const began = performance.now();
      const { verdict, changes } = checkCompatibility({
        direction,
        oldSchema: old,
        newSchema: next,
      });
      return { verdict, changes, ms: performance.now() - began };
    });
    const times = runs.map(({ ms }) => `${ms.toFixed(1)} ms`.padStart(9)).join('');
    const words = runs.map(({ verdict, changes }) =>
      verdict === 'unknown' ? `unknown (${changes[0]?.detail.slice(0, 60)})` : verdict,
    );
    print(`${name.padEnd(34)}${times}  ${words.join(', ')}`);
  }
}

/** The folder and sample a command line asks for. */
export function compatOptions(words: readonly string[], isQuick: boolean) {
  const after = (flag: string) => {
    const at = words.indexOf(flag);
    return at < 0 ? undefined : words[at + 1];
  };
  return {
    folder: after('--schemas') ?? join('tests', 'fixtures', 'corpus'),
    every: Math.max(1, Number(after('--every') ?? (isQuick ? 25 : 1))),
    withRival: !words.includes('--alone'),
  };
}
