import { writeFileSync } from 'node:fs'
import { type Hole, nameOf } from './find-holes.ts'
import { HARMLESS, isAbout } from './harmless.ts'

const VERDICTS = ['caught by the matrix', 'caught by tests', 'does not run', 'harmless', 'survived'] as const
export type Verdict = (typeof VERDICTS)[number]

const isCaught = (verdict: Verdict | undefined): boolean =>
  verdict === 'caught by the matrix' || verdict === 'caught by tests'

/** What became of each hole; each is printed as it is known. */
export type Verdicts = {
  /** `seen` = the first wrong cell. */
  tell: (hole: Hole, verdict: Verdict, seen?: string) => void
  /** Something that makes all verdicts worthless. */
  fail: (why: string) => void
  /** Prints the figures, by kind and in all; writes them as the stages of `npm test` count. Gives whether all is well. */
  close: (report: string | undefined) => boolean
}

/** An empty list for these holes. */
export const openVerdicts = (holes: readonly Hole[]): Verdicts => {
  const verdicts = new Map<Hole, Verdict>()
  const failures: string[] = []
  const of = (verdict: Verdict, among = holes): Hole[] => among.filter((hole) => verdicts.get(hole) === verdict)
  const figuresOf = (among: readonly Hole[]): string =>
    VERDICTS.map((verdict) => `${of(verdict, among).length} ${verdict}`)
      .filter((figure) => !figure.startsWith('0 '))
      .join(', ')
  return {
    tell: (hole, verdict, seen) => {
      verdicts.set(hole, verdict)
      const indent = ' '.repeat(27)
      console.log(`${verdict.padEnd(26)} ${nameOf(hole)}${seen === undefined ? '' : `\n${indent}${seen}`}`)
    },
    fail: (why) => failures.push(why),
    close: (report) => {
      for (const [kind, of_kind = []] of Object.entries(Object.groupBy(holes, (hole) => hole.kind.name)))
        console.log(`${kind}: ${of_kind.length} tried, ${figuresOf(of_kind)}`)
      const note = `${holes.length} holes tried, ${figuresOf(holes)}`
      console.log(note)
      failures.push(...of('survived').map(nameOf))
      const seen = holes.filter(
        (hole) => HARMLESS.some((entry) => isAbout(hole, entry)) && isCaught(verdicts.get(hole)),
      )
      failures.push(...seen.map((hole) => `harmless.ts has what is caught: ${nameOf(hole)}`))
      if (verdicts.size < holes.length) failures.push(`${holes.length - verdicts.size} holes were not judged`)
      for (const failure of failures) console.log(`  ${failure}`)
      const counts = { passed: verdicts.size - of('survived').length, failed: failures.length, failures, note }
      if (report !== undefined) writeFileSync(report, JSON.stringify(counts))
      return failures.length === 0
    },
  }
}
