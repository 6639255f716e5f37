import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../../lib/boot/root.mjs';

/**
 * Writes a line for each test that passed only when tried again to the file of
 * CAPSTAN_TEST_RETRIED: a test that stumbles may be a race in what it tests, and is to be seen.
 */
export default class RetriedReporter {
  onTestCaseResult(test) {
    const file = process.env.CAPSTAN_TEST_RETRIED;
    if (!file || !test.diagnostic()?.flaky) return;
    appendFileSync(file, `RETRIED ${relative(ROOT, test.module.moduleId)} > ${test.fullName}\n`);
  }
}
