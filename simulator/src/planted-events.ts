import type { PlantedEvent } from '@heatfleet/contract/simulator/planted-events.ts'
import type { Random } from './random.ts'

/** What the planted events of a unit come to at a moment. */
export type Planted = {
  /** Fault points that read a fault. */
  fault_keys: readonly string[]
  power_cut: boolean
  low_flow: boolean
  bus_cut: boolean
  weak_signal: boolean
  /** Difference of the outdoor temperature, K. */
  shift_k: number
}

const NOTHING: Planted = {
  fault_keys: [],
  power_cut: false,
  low_flow: false,
  bus_cut: false,
  weak_signal: false,
  shift_k: 0,
}
/** Events with power, module and all, go back after so long, s: a grid does not connect all houses in one second. */
const RETURN_S = [2, 45] as const
const WEAK_DBM = -109
/** At such a signal the connection breaks every few minutes for some seconds. */
const DROP_EVERY_S = 240
const DROP_S = [10, 40] as const

/** What is planted at a unit now; without events nothing is computed. */
export function plantedAt(events: readonly PlantedEvent[], now_ms: number): Planted {
  if (events.length === 0) return NOTHING
  const active = events.filter(({ starts_ms, ends_ms }) => starts_ms <= now_ms && now_ms < ends_ms)
  if (active.length === 0) return NOTHING
  const has = (wanted: PlantedEvent['kind']): boolean => active.some(({ kind }) => kind === wanted)
  return {
    fault_keys: active.flatMap(({ fault_key }) => fault_key ?? []),
    power_cut: has('power_cut'),
    low_flow: has('low_flow'),
    bus_cut: has('bus_cut'),
    weak_signal: has('weak_signal'),
    shift_k: active.reduce((sum, { delta_k }) => sum + (delta_k ?? 0), 0),
  }
}

/** The events of each unit by its id. */
export function eventsByUnit(events: readonly PlantedEvent[]): Map<string, PlantedEvent[]> {
  const by_unit = new Map<string, PlantedEvent[]>()
  for (const event of events) for (const did of event.dids) by_unit.set(did, [...(by_unit.get(did) ?? []), event])
  return by_unit
}

/** After a power cut: seconds until this unit is back. */
export const returnDelay = (random: Random): number => random.between(...RETURN_S)

/** A weak signal of the moment, dBm. */
export const weakSignal = (random: Random): number => WEAK_DBM + random.normal(0, 1)

/** The next break of a weak connection: how long until then, and how long it lasts, s. */
export const nextDrop = (random: Random): { in_s: number; for_s: number } => ({
  in_s: -DROP_EVERY_S * Math.log(1 - random.next()),
  for_s: random.between(...DROP_S),
})
