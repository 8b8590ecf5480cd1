import type { DayColumns } from './day-figures.ts'
import { type DayPlan, ROLES, type Role } from './day-points.ts'

/** The newest value of each role while reports are gone through in order of time. */
export type HeldValues = {
  /** Takes the values of a report. */
  take: (row: number, at_ms: number) => void
  /** The newest value; NaN = none yet. */
  of: (role: Role) => number
  /** Whether the newest value still holds at a moment. */
  isKnown: (role: Role, at_ms: number) => boolean
}

const INDEX = Object.fromEntries(ROLES.map((role, index) => [role, index])) as Record<Role, number> // its keys

export const createHeldValues = ({ values }: DayColumns, plan: DayPlan): HeldValues => {
  const newest = new Float64Array(ROLES.length).fill(Number.NaN)
  const until_ms = new Float64Array(ROLES.length).fill(Number.NEGATIVE_INFINITY)
  const columns = ROLES.flatMap((role) => {
    const column = values[role]
    return column === undefined ? [] : [{ index: INDEX[role], column, hold_ms: plan.hold_ms[role] ?? 0 }]
  })
  return {
    take: (row, at_ms) => {
      for (const { index, column, hold_ms } of columns) {
        const value = column[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        newest[index] = value
        until_ms[index] = at_ms + hold_ms
      }
    },
    of: (role) => newest[INDEX[role]] ?? Number.NaN,
    isKnown: (role, at_ms) => (until_ms[INDEX[role]] ?? 0) >= at_ms,
  }
}
