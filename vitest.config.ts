import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

function project(name: string, extra: Record<string, unknown> = {}) {
  return {
    extends: true as const,
    test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
  };
}

/** Suites on a database share one ready folder a run, and clone it a file. */
const onDatabase = {
  globalSetup: ['tests/support/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Real servers, deadlines and races on a busy machine: one more try tells a stumble from a fault.
  // The run names every test that needed it.
  retry: 1,
  // The embedded database's own behaviour has no second answer on a server, and one process alone
  // has no other to lead.
  exclude: [process.env.TEST_DATABASE_URL ? '**/embedded.test.ts' : '**/leadership.test.ts'],
};

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'node',
    // Both cores: half of what a suite on a database does is waiting.
    maxWorkers: Math.max(2, availableParallelism()),
    passWithNoTests: true,
    projects: [
      // Passwords are hashed for real; on a busy machine that takes its time.
      // A property that meets a new counterexample is named by the run and mended; it stops no other work.
      project('unit', { testTimeout: 30_000, retry: 1 }),
      project('architecture'),
      project('integration', onDatabase),
      project('contract', onDatabase),
      project('e2e', {
        globalSetup: ['tests/support/e2e-setup.ts'],
        fileParallelism: false,
        testTimeout: 180_000,
        hookTimeout: 300_000,
        retry: 1,
      }),
    ],
  },
});
