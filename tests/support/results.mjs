import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../../lib/boot/root.mjs';

/**
 * Counts of one vitest run from its JSON report. A file that did not load, a run that
 * wrote no report and a run that failed without a failed test count as one failure each:
 * nothing that went wrong may add up to nothing.
 *
 * @param {string} reportFile
 * @param {number} exitCode
 */
export function countResults(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * A line for each failed test of a run's JSON report, and for each file that did not load: where,
 * which, and the first line of why. For the end of a long log, where it is looked for.
 *
 * @param {string} reportFile
 * @returns {string[]}
 */
export function failedLines(reportFile) {
  if (!existsSync(reportFile)) return [];
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [lineOf(file, 'did not load', message)];
    return failed.map((test) => lineOf(file, test.fullName, test.failureMessages[0]));
  });
}

/** What a browser waited for is a line of its own below the message; where it did, one of the stack. */
function lineOf(file, what, why) {
  const lines = stripVTControlCharacters(why ?? '').split('\n');
  const waited = lines.find((line) => /^\s*- waiting for /.test(line)) ?? '';
  const place = lines.map((line) => line.match(/(tests\/[\w./-]+:\d+)/)?.[1]);
  const at = place.find((one) => one?.startsWith(file)) ?? '';
  const told = [lines[0].slice(0, 300), waited.trim().slice(0, 200), at && `at ${at}`];
  return `FAILED ${file} > ${what}: ${told.filter(Boolean).join(' ')}`;
}

/** @param {{ passed: number, failed: number, skipped: number }} counts */
export function totalLine({ passed, failed, skipped }) {
  const more = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${more}`;
}
