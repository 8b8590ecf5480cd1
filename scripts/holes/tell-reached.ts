import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, expect } from 'vitest'

/** What one test file of a seeded tree went past. */
export type Reached = { file: string; holes: number[] }

const { HEATFLEET_HOLE: made, HEATFLEET_REACHED: list } = process.env
const holes = new Set<number>()

// The switch of each hole asks this (scripts/holes/find-holes.ts).
Object.assign(globalThis, {
  isHoleMade: (hole: number): boolean => {
    holes.add(hole)
    return String(hole) === made
  },
})

afterAll(() => {
  if (list === undefined) return
  const reached: Reached = {
    file: relative(import.meta.dirname, expect.getState().testPath ?? ''),
    holes: [...holes],
  }
  appendFileSync(list, `${JSON.stringify(reached)}\n`)
})
