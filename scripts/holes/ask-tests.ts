import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestCluster } from '../../server/test/test-cluster.ts'
import { runCommand } from '../run-command.ts'
import type { Hole } from './find-holes.ts'
import type { SeededTree } from './seeded-tree.ts'
import type { Reached } from './tell-reached.ts'

/** The server's tests of a seeded tree, ready to be asked about its holes. */
export type Tests = {
  /** The end of what the tests print when they are red without any hole, else null. */
  red: string | null
  /** Whether a test file that goes past the hole is red with it: those beside it are asked first. */
  see: (hole: Hole) => Promise<boolean>
}

/** Runs all tests once, without holes: no test can be changed by a hole that it does not go past. */
export const openTests = async ({ connection }: TestCluster, { folder }: SeededTree): Promise<Tests> => {
  const vitest = join(folder, 'node_modules', '.bin', 'vitest')
  const list = join(folder, 'reached.jsonl')
  const cluster = { HEATFLEET_TEST_CLUSTER: JSON.stringify(connection) }
  const run = (files: readonly string[], environment: Record<string, string>) =>
    runCommand([vitest, 'run', '--config', join(folder, 'vitest.config.ts'), ...files], { ...cluster, ...environment })
  const { ok, output } = await run([], { HEATFLEET_REACHED: list })
  const reached = existsSync(list) ? readReached(list) : []
  const isGreen = async (files: readonly string[], { number }: Hole): Promise<boolean> =>
    files.length === 0 || (await run(['--bail', '1', ...files], { HEATFLEET_HOLE: String(number) })).ok
  return {
    red: ok ? null : output.trimEnd().split('\n').slice(-LINES_TOLD).join('\n'),
    see: async (hole) => {
      const files = reached.filter(({ holes }) => holes.includes(hole.number)).map(({ file }) => file)
      const { true: beside = [], false: others = [] } = Object.groupBy(files, (file) =>
        String(dirname(file) === dirname(hole.file)),
      )
      return !((await isGreen(beside, hole)) && (await isGreen(others, hole)))
    },
  }
}

const LINES_TOLD = 40

/** Written by tell-reached.ts, a line for each test file. */
const readReached = (list: string): Reached[] =>
  readFileSync(list, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reached)
