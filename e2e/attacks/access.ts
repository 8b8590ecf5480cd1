import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Checks } from '../faults/checks.ts'

const root = join(import.meta.dirname, '..', '..')

/** Runs a script of the repository, prints its output and checks its exit code; the last line is the figure. */
const attackBy =
  (what: string, counts: RegExp, command: (rounds: number) => readonly string[]) =>
  async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
    const child = spawn(process.execPath, [...command(rounds)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let figure = 'no figure'
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    for await (const line of createInterface({ input: child.stdout })) {
      console.log(`       ${line}`)
      if (counts.test(line)) figure = line
    }
    checks.expect(what, (await ended) === 0, figure)
  }

const CELLS = /cells tried/

/** S1: every call and command by every kind of person, credential and relation. */
export const attackAccess = attackBy('the access matrix is right', CELLS, () => ['server/test/mutants/matrix.ts'])

/** S2: every check removed in turn; fewer than ten rounds take a part of them. */
export const attackMutants = attackBy('every mutant is killed', /mutants tried/, (rounds) => [
  'server/test/mutants/run.ts',
  '--every',
  String(rounds >= 10 ? 1 : 60 - rounds * 5),
])

/** S3: privileged fields sent along with every call. */
export const attackFields = attackBy('no call takes a field it does not declare', CELLS, () => [
  'server/test/mutants/matrix.ts',
  '--fields',
])

/** S4: rights, accounts, passwords and distributors that are lost while a session is open. */
export const attackLosses = attackBy('what is lost is lost at once', CELLS, () => [
  'server/test/mutants/matrix.ts',
  '--losses',
])

/** Generated requests of every call, right and wrong ones, 20 a round: answers within the schema, refusals that are declared, no failure. */
export const attackCalls = attackBy('no generated request is answered wrongly', /requests tried/, (rounds) => [
  'server/test/generated/run.ts',
  '--count',
  String(rounds * 20),
])

/** Random data queries, 100,000 a round: no row outside the scope, nothing changed, no failure, each refusal with its place. */
export const attackQueries = attackBy('no data query reaches beyond its scope', /queries tried/, (rounds) => [
  'server/test/query-fuzz/run.ts',
  '--count',
  String(rounds * 100_000),
])
