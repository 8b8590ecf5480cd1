import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestCluster } from '../../server/test/test-cluster.ts'
import { runCommand } from '../run-command.ts'
import type { Hole } from './find-holes.ts'
import type { SeededTree } from './seeded-tree.ts'
import type { Reached } from './tell-reached.ts'

/** What the tests that go past a hole say: all are green; an expectation of one is not met; or they only break of it. */
export type Sight = 'unseen' | 'seen' | 'broken'

/** The server's tests of a seeded tree, ready to be asked about its holes. */
export type Tests = {
  /** Runs all tests without holes: what else is done meanwhile costs no more time. */
  begin: () => void
  /** `to_the_end` = a test that breaks does not keep the others from being asked. */
  see: (hole: Hole, to_the_end: boolean) => Promise<Sight>
  /** The end of what the tests print when they are red without any hole, else null. */
  red: () => string | null
}

/**
 * Every file is run once without holes: no test can be changed by a hole that it does not go past. The files beside a
 * hole are asked first. With `nearest_first` those elsewhere are not even run until a hole asks for them.
 */
export const openTests = (
  { connection }: TestCluster,
  { folder }: SeededTree,
  { nearest_first }: { nearest_first: boolean },
): Tests => {
  const vitest = join(folder, 'node_modules', '.bin', 'vitest')
  const cluster = { HEATFLEET_TEST_CLUSTER: JSON.stringify(connection) }
  const run = (files: readonly string[], environment: Record<string, string>) =>
    runCommand([vitest, 'run', '--config', join(folder, 'vitest.config.ts'), ...files], { ...cluster, ...environment })
  let red: string | null = null
  let runs = 0
  const runsOf = new Map<string, Promise<Reached[]>>()
  /** The test files of a folder, or of all (''), and what each goes past. */
  const reachedIn = (where: string): Promise<Reached[]> => {
    const known = runsOf.get(where) ?? runFirst(where)
    runsOf.set(where, known)
    return known
  }
  const runFirst = async (where: string): Promise<Reached[]> => {
    const files = where === '' ? [] : globSync(join(where, '*.test.ts'), { cwd: folder })
    if (where !== '' && files.length === 0) return []
    const list = join(folder, `reached-${++runs}.jsonl`)
    const { ok, output } = await run(files, { HEATFLEET_REACHED: list })
    if (!ok) red ??= output.trimEnd().split('\n').slice(-LINES_TOLD).join('\n')
    return existsSync(list) ? readReached(list) : []
  }
  const ask = async (files: readonly string[], { number }: Hole, to_the_end: boolean): Promise<Sight> => {
    if (files.length === 0) return 'unseen'
    const bail = to_the_end ? [] : ['--bail', '1']
    const { ok, output } = await run([...bail, ...files], { HEATFLEET_HOLE: String(number) })
    return ok ? 'unseen' : UNMET.test(output) ? 'seen' : 'broken'
  }
  return {
    red: () => red,
    begin: () => void reachedIn(''),
    see: async (hole, to_the_end) => {
      const beside = dirname(hole.file)
      const pastIn = async (where: string): Promise<string[]> =>
        (await reachedIn(where)).filter(({ holes }) => holes.includes(hole.number)).map(({ file }) => file)
      const near = nearest_first ? await pastIn(beside) : (await pastIn('')).filter((file) => dirname(file) === beside)
      const sight = await ask(near, hole, to_the_end)
      if (sight === 'seen' || (sight === 'broken' && !to_the_end)) return sight
      const elsewhere = (await pastIn('')).filter((file) => dirname(file) !== beside)
      const far = await ask(elsewhere, hole, to_the_end)
      return far === 'unseen' ? sight : far
    },
  }
}

const LINES_TOLD = 40
/** How the runner of the tests prints an expectation that is not met, whatever else went wrong. */
const UNMET = /^\s*AssertionError: /m

/** Written by tell-reached.ts, a line for each test file. */
const readReached = (list: string): Reached[] =>
  readFileSync(list, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reached)
