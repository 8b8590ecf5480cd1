import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '../../../scripts/run-command.ts'
import type { TestCluster } from '../test-cluster.ts'
import type { Mutant } from './find-mutants.ts'
import type { MutatedTree } from './mutated-tree.ts'
import type { Reached } from './record-reached.ts'

/** What the tests that go past a mutant say: all are green; an expectation of one is not met; or they only break of it. */
export type TestVerdict = 'unseen' | 'seen' | 'broken'

/** The server's tests of a mutated tree, ready to be asked about its mutants. */
type Tests = {
  /** Runs all tests without mutants: what else is done meanwhile costs no more time. */
  begin: () => void
  /** `to_the_end` = a test that breaks does not keep the others from being asked. */
  run: (mutant: Mutant, to_the_end: boolean) => Promise<TestVerdict>
  /** The end of what the tests print when they are red without any mutant, else null. */
  red: () => string | null
}

/**
 * Every file is run once without mutants: no test can be changed by a mutant that it does not go past. The files beside a
 * mutant are asked first. With `nearest_first` those elsewhere are not even run until a mutant asks for them.
 */
export const openTests = (
  { connection }: TestCluster,
  { folder }: MutatedTree,
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
  const ask = async (files: readonly string[], { number }: Mutant, to_the_end: boolean): Promise<TestVerdict> => {
    if (files.length === 0) return 'unseen'
    const bail = to_the_end ? [] : ['--bail', '1']
    const { ok, output } = await run([...bail, ...files], { HEATFLEET_MUTANT: String(number) })
    return ok ? 'unseen' : UNMET.test(output) ? 'seen' : 'broken'
  }
  return {
    red: () => red,
    begin: () => void reachedIn(''),
    run: async (mutant, to_the_end) => {
      const beside = dirname(mutant.file)
      const pastIn = async (where: string): Promise<string[]> =>
        (await reachedIn(where)).filter(({ mutants }) => mutants.includes(mutant.number)).map(({ file }) => file)
      const near = nearest_first ? await pastIn(beside) : (await pastIn('')).filter((file) => dirname(file) === beside)
      const verdict = await ask(near, mutant, to_the_end)
      if (verdict === 'seen' || (verdict === 'broken' && !to_the_end)) return verdict
      const elsewhere = (await pastIn('')).filter((file) => dirname(file) !== beside)
      const far = await ask(elsewhere, mutant, to_the_end)
      return far === 'unseen' ? verdict : far
    },
  }
}

const LINES_TOLD = 40
/** How the runner of the tests prints an expectation that is not met, whatever else went wrong. */
const UNMET = /^\s*AssertionError: /m

/** Written by record-reached.ts, a line for each test file. */
const readReached = (list: string): Reached[] =>
  readFileSync(list, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Reached)
