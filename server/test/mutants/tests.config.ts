import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The server's tests in a mutated tree, at whose root this file lies: as in vitest.config.ts, and each tells which mutants it
 * goes past. A test that fails once and not twice was not failed by a mutant.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    pool: 'threads',
    maxWorkers: 2,
    // Where callers, scopes and rights are: all of it is slow on a small machine.
    include: ['server/src/{features,platform,transports}/**/*.test.ts', 'server/src/permissions-within.test.ts'],
    globalSetup: [join('server', 'test', 'global-setup.ts')],
    setupFiles: ['record-reached.ts'],
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
  },
})
