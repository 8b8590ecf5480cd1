import type { DayColumns } from './day-figures.ts'
import { type DayPlan, ROLES, type Role } from './day-points.ts'

/** The newest value of each role while reports are gone through in order of time; roles by their number, which is fast. */
export type HeldValues = {
  /** Takes the values of a report. */
  take: (row: number, at_ms: number) => void
  /** The newest value; NaN = none yet. */
  of: (role: number) => number
  /** Whether the newest value still holds at a moment. */
  isKnown: (role: number, at_ms: number) => boolean
  /** Whether the newest value still holds at a moment and is above zero. */
  isOn: (role: number, at_ms: number) => boolean
}

/** Number of each role. */
export const ROLE = Object.fromEntries(ROLES.map((role, index) => [role, index])) as Record<Role, number> // its keys

export const createHeldValues = ({ values }: DayColumns, plan: DayPlan): HeldValues => {
  const newest = new Float64Array(ROLES.length).fill(Number.NaN)
  const until_ms = new Float64Array(ROLES.length).fill(Number.NEGATIVE_INFINITY)
  const present = ROLES.filter((role) => values[role] !== undefined)
  const numbers = Int32Array.from(present, (role) => ROLE[role])
  const holds_ms = Float64Array.from(present, (role) => plan.hold_ms[role] ?? 0)
  const columns = present.map((role) => values[role] ?? new Float64Array())
  const isKnown = (role: number, at_ms: number): boolean => (until_ms[role] ?? 0) >= at_ms
  return {
    take: (row, at_ms) => {
      for (let index = 0; index < columns.length; index++) {
        const value = columns[index]?.[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        const role = numbers[index] ?? 0
        newest[role] = value
        until_ms[role] = at_ms + (holds_ms[index] ?? 0)
      }
    },
    of: (role) => newest[role] ?? Number.NaN,
    isKnown,
    isOn: (role, at_ms) => isKnown(role, at_ms) && (newest[role] ?? 0) > 0,
  }
}
