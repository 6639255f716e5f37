import { expect, it } from 'vitest';
import { checkCompatibility } from '@/lib/core/compat/check';
import { BOMBS } from '@/tests/bench/compat/bombs';

it.each(BOMBS)('$name ends, with a reason where it is not decided', ({ old, next }) => {
  for (const direction of ['input', 'output'] as const) {
    const began = process.cpuUsage();
    const result = checkCompatibility({ direction, oldSchema: old, newSchema: next });
    const { user } = process.cpuUsage(began);
    const open = result.changes.filter(({ verdict }) => verdict !== 'compatible');
    if (result.verdict !== 'compatible') expect(open[0]?.detail).toMatch(/\w{4,}/);
    // Far above what it takes on an idle machine, and far below a hang.
    expect(user / 1_000).toBeLessThan(3_000);
  }
});
