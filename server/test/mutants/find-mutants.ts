import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTANT_KINDS, type MutantKind } from './mutant-kinds.ts'

/** One mutant that can be made in the tree. */
export type Mutant = {
  /** Its number among all mutants: HEATFLEET_MUTANT makes it. */
  number: number
  kind: MutantKind
  file: string
  line: number
  was: string
  /** The declaration it stands in: an exported function, or one of a table of handlers. */
  within: string
  /** Which of its kind and text it is there, from 1. */
  nth: number
  /** Where it is in the file. */
  match: RegExpExecArray
}

export const ROOT = join(import.meta.dirname, '..', '..', '..')

export const nameOf = ({ kind, file, line, was }: Mutant): string =>
  `${kind.name}: ${file}:${line} ${was.trim().split('\n')[0]}`

/** What of a mutant does not drift when lines come and go. */
export type Place = { kind: string; file: string; within: string; was: string; nth: number }

/** Where a mutant is. */
export const placeOf = ({ kind, file, within, was, nth }: Mutant): Place => ({
  kind: kind.name,
  file,
  within,
  was: was.trim(),
  nth,
})

/** Every mutant that the kinds find in the tree, in a fixed order. */
export const findMutants = (): Mutant[] =>
  MUTANT_KINDS.flatMap((kind) =>
    globSync([...kind.files], { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .toSorted()
      .flatMap((file) => mutantsIn(kind, file)),
  ).map((mutant, number) => ({ number, ...mutant }))

const mutantsIn = (kind: MutantKind, file: string): Omit<Mutant, 'number'>[] => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const seen = new Map<string, number>()
  return [...text.matchAll(kind.pattern)].flatMap((match) => {
    // Words of a comment are no code.
    const line_start = text.lastIndexOf('\n', match.index) + 1
    if (/^\s*(?:\*|\/\/|\/\*)/.test(text.slice(line_start, match.index + 1))) return []
    const before = text.slice(0, match.index)
    const [was] = match
    const line = before.split('\n').length + (was.startsWith('\n') ? 1 : 0)
    const within = [...before.matchAll(DECLARATION)].at(-1)?.slice(1).find(Boolean) ?? ''
    const twins = `${within} ${was.trim()}`
    const nth = (seen.get(twins) ?? 0) + 1
    seen.set(twins, nth)
    return [{ kind, file, line, was, within, nth, match }]
  })
}

/** The name of a declaration of a file, or of a function that is a value of a table (indented by two or four). */
const DECLARATION =
  /^(?:export )?(?:const|(?:async )?function) (\w+)|^(?: {2}| {4})(\w+): (?:async )?\([^\n]*(?:\{|=>|\()$/gm

/** The text of a file with a switch for each of its mutants; a mutant may lie within another. */
export const withSwitches = (text: string, mutants: readonly Mutant[]): string => {
  const sorted = mutants.toSorted((a, b) => a.match.index - b.match.index || b.was.length - a.was.length)
  return switchedFrom(text, sorted, 0, text.length)
}

const endOf = ({ match, was }: Mutant): number => match.index + was.length

const switchedFrom = (text: string, mutants: readonly Mutant[], from: number, to: number): string => {
  const [mutant, ...others] = mutants
  if (mutant === undefined) return text.slice(from, to)
  const end = endOf(mutant)
  const inside = others.filter(({ match }) => match.index < end)
  const astride = inside.find((other) => endOf(other) > end)
  if (astride !== undefined) throw new Error(`${nameOf(mutant)} and ${nameOf(astride)} overlap`)
  const was = switchedFrom(text, inside, mutant.match.index, end)
  // The child that asks the matrix changes mutants while it runs; a run of tests has one from its start.
  const made = `(globalThis.isMutantActive?.(${mutant.number}) ?? process.env.HEATFLEET_MUTANT === '${mutant.number}')`
  return (
    text.slice(from, mutant.match.index) +
    mutant.kind.switched(was, made, mutant.match) +
    switchedFrom(text, others.slice(inside.length), end, to)
  )
}
