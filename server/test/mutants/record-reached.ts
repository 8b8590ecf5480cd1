import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** What one test file of a mutated tree went past. */
export type Reached = { file: string; mutants: number[] }

const { HEATFLEET_MUTANT: made, HEATFLEET_REACHED: list } = process.env
const mutants = new Set<number>()

// The switch of each mutant asks this (server/test/mutants/find-mutants.ts).
Object.assign(globalThis, {
  isMutantActive: (mutant: number): boolean => {
    mutants.add(mutant)
    return String(mutant) === made
  },
})

afterAll(() => {
  if (list === undefined) return
  const reached: Reached = {
    file: relative(import.meta.dirname, expect.getState().testPath ?? ''),
    mutants: [...mutants],
  }
  appendFileSync(list, `${JSON.stringify(reached)}\n`)
})
