import { writeFileSync } from 'node:fs'
import { EQUIVALENT_MUTANTS, isAbout } from './equivalent-mutants.ts'
import { type Mutant, nameOf } from './find-mutants.ts'

const VERDICTS = ['killed by the matrix', 'killed by tests', 'does not run', 'equivalent', 'survived'] as const
export type Verdict = (typeof VERDICTS)[number]

const isKilled = (verdict: Verdict | undefined): boolean =>
  verdict === 'killed by the matrix' || verdict === 'killed by tests'

/** What became of each mutant; each is printed as it is known. */
type Verdicts = {
  /** `seen` = the first wrong cell. */
  record: (mutant: Mutant, verdict: Verdict, seen?: string) => void
  /** Something that makes all verdicts worthless. */
  fail: (why: string) => void
  /** Prints the figures, by kind and in all; writes them as the stages of `npm test` count. Gives whether all is well. */
  close: (report: string | undefined) => boolean
}

/** An empty list for these mutants. */
export const openVerdicts = (mutants: readonly Mutant[]): Verdicts => {
  const verdicts = new Map<Mutant, Verdict>()
  const failures: string[] = []
  const of = (verdict: Verdict, among = mutants): Mutant[] => among.filter((mutant) => verdicts.get(mutant) === verdict)
  const figuresOf = (among: readonly Mutant[]): string =>
    VERDICTS.map((verdict) => `${of(verdict, among).length} ${verdict}`)
      .filter((figure) => !figure.startsWith('0 '))
      .join(', ')
  return {
    record: (mutant, verdict, seen) => {
      verdicts.set(mutant, verdict)
      const indent = ' '.repeat(27)
      console.log(`${verdict.padEnd(26)} ${nameOf(mutant)}${seen === undefined ? '' : `\n${indent}${seen}`}`)
    },
    fail: (why) => failures.push(why),
    close: (report) => {
      for (const [kind, of_kind = []] of Object.entries(Object.groupBy(mutants, (mutant) => mutant.kind.name)))
        console.log(`${kind}: ${of_kind.length} tried, ${figuresOf(of_kind)}`)
      const note = `${mutants.length} mutants tried, ${figuresOf(mutants)}`
      console.log(note)
      failures.push(...of('survived').map(nameOf))
      const seen = mutants.filter(
        (mutant) => EQUIVALENT_MUTANTS.some((entry) => isAbout(mutant, entry)) && isKilled(verdicts.get(mutant)),
      )
      failures.push(...seen.map((mutant) => `equivalent-mutants.ts names a mutant that is killed: ${nameOf(mutant)}`))
      if (verdicts.size < mutants.length) failures.push(`${mutants.length - verdicts.size} mutants were not tried`)
      for (const failure of failures) console.log(`  ${failure}`)
      const counts = { passed: verdicts.size - of('survived').length, failed: failures.length, failures, note }
      if (report !== undefined) writeFileSync(report, JSON.stringify(counts))
      return failures.length === 0
    },
  }
}
