import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { splitCatalogues } from './console/split-catalogues.ts'

// What is awaited comes as an event, and what is worked out ends: these bounds only end a test that hangs. The longest,
// a part of the access matrix that starts a process for each of its cells, takes 25 seconds on a machine that is free.
const PATIENCE = {
  testTimeout: 180_000,
  hookTimeout: 60_000,
  expect: { poll: { interval: 20, timeout: 45_000 } },
}

/** Each test starts database clusters of its own, for minutes: in `npm run test:full` alone. */
const FULL_ONLY = process.env.HEATFLEET_TEST_FULL === '1' ? [] : ['server/src/backup/{backup,log-archive}.test.ts']

/** Files that take five seconds or more, or their folder. */
const LONG = [
  'server/test/access/',
  'server/src/gateway/report-line.test.ts',
  'server/src/start/failures.test.ts',
  'server/src/features/notifications/notices.test.ts',
  'server/src/transports/http-log-in-lines.test.ts',
  'server/src/platform/embedded-postgres.test.ts',
  'server/src/backup/backup.test.ts',
  'server/src/backup/backup-tables.test.ts',
  'server/src/backup/restore-tables.test.ts',
]

/** The long files start first: one that starts last leaves the other worker idle. A fresh clone knows no times. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.includes(`/${path}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Projects of the whole repository: what needs nothing, what needs the real database, and benches in short form. */
export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: 2,
    // Modules are loaded once for each worker: what a module keeps must be the same for every test (a cache of what is pure).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [splitCatalogues()],
        test: {
          ...PATIENCE,
          name: 'pure',
          include: ['{modbus,contract,client,simulator,console,scripts}/**/*.test.ts', 'architecture-tests/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...FULL_ONLY],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
    ],
  },
})
