import { defineConfig } from 'vitest/config'

/** Projects of the whole repository: what needs nothing, what needs the real database, and benches in short form. */
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
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          // What is awaited comes as an event: the bounds only end a test whose event never comes (server/test/eventually.ts).
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
