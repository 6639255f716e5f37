import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../lib/boot/root.mjs';
import { countResults, failedLines, totalLine } from '../../support/results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'capstan-results-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (status: string, tests: string[] = []) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
function report(counts: [number, number, number], files: object[]): string {
  const path = join(folder, `${Math.random()}.json`);
  const [numPassedTests, numFailedTests, numPendingTests] = counts;
  const body = { numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0 };
  writeFileSync(path, JSON.stringify({ ...body, testResults: files }));
  return path;
}

describe('countResults', () => {
  it('takes the counts as they are', () => {
    const path = report([3, 1, 2], [file('failed', ['failed', 'passed'])]);
    expect(countResults(path, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it('counts a file that did not load', () => {
    const path = report([3, 0, 0], [file('failed'), file('passed', ['passed'])]);
    expect(countResults(path, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('counts a run that failed beside its tests', () => {
    const path = report([3, 0, 0], [file('passed', ['passed'])]);
    expect(countResults(path, 1).failed).toBe(1);
    expect(countResults(path, 0).failed).toBe(0);
  });

  it('counts a run that wrote nothing, unless it had nothing to do', () => {
    expect(countResults(join(folder, 'none'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countResults(join(folder, 'none'), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

describe('failedLines', () => {
  it('names each failed test and file with the first line of why', () => {
    const path = join(folder, 'failed.json');
    const test = { fullName: 'a thing works', status: 'failed', failureMessages: ['Off\n  at x'] };
    const testResults = [
      { name: `${ROOT}/tests/a.test.ts`, status: 'failed', message: '', assertionResults: [test] },
      { name: `${ROOT}/tests/b.test.ts`, status: 'failed', message: 'No\n', assertionResults: [] },
      { name: `${ROOT}/tests/c.test.ts`, status: 'passed', message: '', assertionResults: [] },
    ];
    writeFileSync(path, JSON.stringify({ testResults }));
    expect(failedLines(path)).toEqual([
      'FAILED tests/a.test.ts > a thing works: Off',
      'FAILED tests/b.test.ts > did not load: No',
    ]);
    expect(failedLines(join(folder, 'none'))).toEqual([]);
  });

  it('says what a browser waited for, and from where', () => {
    const path = join(folder, 'browser.json');
    const why = [
      'locator.waitFor: Timeout 30000ms exceeded.',
      'Call log:',
      "  - waiting for getByText('Synced') to be visible",
      '    at see (/there/tests/support/e2e-console.ts:139:12)',
      '    at /there/tests/e2e/a.test.ts:33:9',
    ].join('\n');
    const test = { fullName: 'a page', status: 'failed', failureMessages: [why] };
    const file = { name: `${ROOT}/tests/e2e/a.test.ts`, status: 'failed', message: '' };
    writeFileSync(path, JSON.stringify({ testResults: [{ ...file, assertionResults: [test] }] }));
    expect(failedLines(path)).toEqual([
      "FAILED tests/e2e/a.test.ts > a page: locator.waitFor: Timeout 30000ms exceeded. - waiting for getByText('Synced') to be visible at tests/e2e/a.test.ts:33",
    ]);
  });
});

describe('totalLine', () => {
  it('mentions what was skipped only when something was', () => {
    expect(totalLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
    expect(totalLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped');
  });
});
