import { performance } from 'node:perf_hooks';

export type Figures = {
  p50: number;
  p95: number;
  perSecond: number;
  /** Processor time of the server a call: says something on a busy machine too. */
  cpu: number | null;
};

type Load = {
  calls: number;
  /** How many go before them and are not counted. */
  warmUp: number;
  /** How many are on their way at once. */
  concurrency: number;
  call: (index: number) => Promise<unknown>;
  /** Milliseconds of processor time the server has used so far; null where that cannot be told. */
  cpuMs?: () => number | null;
};

/** Milliseconds a call, and calls a second over the whole. */
export async function measure({ calls, warmUp, concurrency, call, cpuMs }: Load): Promise<Figures> {
  await run(warmUp, concurrency, call, 0);
  const cpuBefore = cpuMs?.() ?? null;
  const began = performance.now();
  const times = await run(calls, concurrency, call, warmUp);
  const seconds = (performance.now() - began) / 1000;
  const cpuAfter = cpuMs?.() ?? null;
  const cpu = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / calls;
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), perSecond: calls / seconds, cpu };
}

async function run(calls: number, concurrency: number, call: Load['call'], offset: number) {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < calls) {
      const index = next;
      next += 1;
      const began = performance.now();
      await call(offset + index);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return times;
}

/** @param sorted ascending */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const HEAD = `${'milliseconds'.padEnd(56)}${'p50'.padStart(9)}${'p95'.padStart(9)}${'calls/s'.padStart(10)}${'server cpu'.padStart(12)}`;

export function line(name: string, { p50, p95, perSecond, cpu }: Figures): string {
  const numbers = [p50.toFixed(2).padStart(9), p95.toFixed(2).padStart(9)];
  return `${name.padEnd(56)}${numbers.join('')}${perSecond.toFixed(0).padStart(10)}${(cpu?.toFixed(2) ?? '').padStart(12)}`;
}

/** How many times slower, and by how much. */
export function against(name: string, one: Figures, other: Figures): string {
  const times = (one.p50 / other.p50).toFixed(1);
  return `  ${name}: ${times} times at p50, ${(one.p50 - other.p50).toFixed(2)} ms more`;
}
