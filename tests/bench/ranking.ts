import type { IndexDocument } from '@/lib/index/document';
import { queryTerms } from '@/lib/index/query-terms';
import { SearchIndex } from '@/lib/index/search-index';
import { latencyAt } from './ranking-latency';
import { type BenchSet, benchSets } from './ranking-sets';

type Quality = { ndcg: number; recall: number };

const SIZES = [1_000, 10_000, 100_000];

/** Quality of plain BM25 on every set that is there, then latency of the resolver on their tools repeated. */
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
  for (const size of SIZES) print(latencyAt(sets, size));
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
