import { existsSync, readFileSync } from 'node:fs';

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

/** @param {{ passed: number, failed: number, skipped: number }} counts */
export function totalLine({ passed, failed, skipped }) {
  const more = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${more}`;
}
