import type { IndexDocument } from '@/lib/index/document';
import { queryTerms } from '@/lib/index/query-terms';
import { SearchIndex } from '@/lib/index/search-index';
import { type BenchSet, benchSets, type Query } from './ranking-sets';

type Quality = { ndcg: number; recall: number };

const SIZES = [1_000, 10_000, 100_000];
const LATENCY_QUERIES = 500;

/** Quality of plain BM25 on every set that is there, then latency on their tools repeated. */
export function benchRanking(print: (line: string) => void = console.log): void {
  const sets = benchSets();
  if (sets.length === 0) {
    print('ranking: skipped, no tool-retrieval sets at ../shared/bench');
    return;
  }
  print('ranking: BM25 over one bag           tools queries  nDCG@10  Recall@5');
  const results = sets.map((set) => ({ set, quality: measure(set) }));
  for (const { set, quality } of results) print(row(set, quality));
  const ndcg = mean(results.map((result) => result.quality.ndcg));
  const recall = mean(results.map((result) => result.quality.recall));
  print(`${'  macro'.padEnd(50)}${percent(ndcg)}     ${percent(recall)}`);
  for (const size of SIZES) print(latency(sets, size));
}

function indexOf(documents: readonly IndexDocument[]): SearchIndex<IndexDocument> {
  const index = new SearchIndex<IndexDocument>();
  for (const document of documents) index.upsert(document, document);
  return index;
}

function measure(set: BenchSet): Quality {
  const index = indexOf(set.documents);
  const allowed = index.select(() => true);
  const each = set.queries.map(({ query, relevant }) => {
    const hits = index.search({ terms: queryTerms(query), allowed, k: 10 });
    return judge(
      hits.map((hit) => hit.row.id),
      relevant,
    );
  });
  return { ndcg: mean(each.map((q) => q.ndcg)), recall: mean(each.map((q) => q.recall)) };
}

/** Binary gains; the ideal order has every relevant tool first. */
function judge(found: readonly string[], relevant: readonly string[]): Quality {
  const wanted = new Set(relevant);
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const got = found.reduce((sum, id, rank) => sum + (wanted.has(id) ? gain(rank) : 0), 0);
  const ideal = [...wanted].slice(0, 10).reduce((sum, _, rank) => sum + gain(rank), 0);
  const top = found.slice(0, 5).filter((id) => wanted.has(id)).length;
  return { ndcg: got / ideal, recall: top / wanted.size };
}

function latency(sets: readonly BenchSet[], size: number): string {
  const documents = copies(
    sets.flatMap((set) => set.documents),
    size,
  );
  const began = performance.now();
  const index = indexOf(documents);
  const built = performance.now() - began;
  const allowed = index.select((document) => document.key.length % 10 !== 0);
  const queries = sets.flatMap((set) => set.queries.slice(0, 60));
  const times = sample(queries, LATENCY_QUERIES).map(({ query }) => {
    const start = performance.now();
    index.search({ terms: queryTerms(query), allowed, k: 100 });
    return performance.now() - start;
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  return `  ${String(size).padStart(7)} tools: built in ${(built / 1000).toFixed(1)} s, top 100 of a query p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

function copies(documents: readonly IndexDocument[], size: number): IndexDocument[] {
  return Array.from({ length: size }, (_, i) => {
    const source = documents[(i * 7_919) % documents.length] ?? fail();
    return { ...source, id: `${source.id}#${i}`, key: `bench/${source.id}#${i}` };
  });
}

function sample(queries: readonly Query[], count: number): Query[] {
  return Array.from({ length: count }, (_, i) => queries[(i * 31) % queries.length] ?? fail());
}

function fail(): never {
  throw new Error('A set without tools or queries.');
}

function row(set: BenchSet, quality: Quality): string {
  const counts = `${String(set.documents.length).padStart(6)}${String(set.queries.length).padStart(8)}`;
  return `  ${set.name.padEnd(34)}${counts}    ${percent(quality.ndcg)}     ${percent(quality.recall)}`;
}

function percent(value: number): string {
  return (100 * value).toFixed(1).padStart(5);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

if (process.argv[1]?.endsWith('ranking.ts')) benchRanking();
