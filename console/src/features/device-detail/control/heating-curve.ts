import type { Definition, Readings } from '../../../points/readings.ts'
import type { Staged } from './staging.ts'

/** One knee of the heating curve: outdoor temperature and its target flow temperature, °C. */
type CurveKnee = { x_key: string; y_key: string; outdoor_c: number; flow_c: number; staged: boolean }

const KNEES = [1, 2, 3, 4] as const

/**
 * The four knees with staged values merged over current ones; null when the product has no such curve or a value is
 * missing.
 */
export const heatingCurve = (definition: Definition, readings: Readings, staged: Staged): CurveKnee[] | null => {
  const knees: CurveKnee[] = []
  for (const index of KNEES) {
    const [x_key, y_key] = [`hc_x${index}`, `hc_y${index}`]
    if (!definition.has(x_key) || !definition.has(y_key)) return null
    const outdoor_c = staged.get(x_key) ?? readings.get(x_key)?.value
    const flow_c = staged.get(y_key) ?? readings.get(y_key)?.value
    if (outdoor_c === undefined || flow_c === undefined) return null
    if (Number.isNaN(outdoor_c) || Number.isNaN(flow_c)) return null
    knees.push({ x_key, y_key, outdoor_c, flow_c, staged: staged.has(x_key) || staged.has(y_key) })
  }
  return knees
}

/** Implausible shapes of the curve; the board accepts them, but they are probably mistakes. */
export const curveWarning = (knees: readonly CurveKnee[]): 'order' | 'rising' | null => {
  const pairs = knees.slice(1).map((knee, index) => [knees[index], knee] as const)
  if (pairs.some(([before, after]) => before !== undefined && after.outdoor_c <= before.outdoor_c)) return 'order'
  if (pairs.some(([before, after]) => before !== undefined && after.flow_c > before.flow_c)) return 'rising'
  return null
}

/** Target flow temperature at an outdoor temperature, °C: linear between the knees, constant beyond them. */
export const flowAt = (knees: readonly CurveKnee[], outdoor_c: number): number | null => {
  const sorted = [...knees].sort((one, other) => one.outdoor_c - other.outdoor_c)
  const first = sorted[0]
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return null
  if (outdoor_c <= first.outdoor_c) return first.flow_c
  if (outdoor_c >= last.outdoor_c) return last.flow_c
  for (const [index, knee] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next === undefined || outdoor_c > next.outdoor_c) continue
    const part = (outdoor_c - knee.outdoor_c) / (next.outdoor_c - knee.outdoor_c)
    return knee.flow_c + part * (next.flow_c - knee.flow_c)
  }
  return last.flow_c
}
