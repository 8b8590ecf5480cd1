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
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
