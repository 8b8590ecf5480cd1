import { defineConfig } from 'vitest/config'

/** Projects of the whole repository: what needs nothing, and what needs the real database. */
export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{modbus,contract,simulator,console,scripts}/**/*.test.ts', 'architecture-tests/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          // What is awaited comes as an event: the bounds only end a test whose event never comes.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
