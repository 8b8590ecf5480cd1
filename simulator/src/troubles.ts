import type { PlantedEvent } from '@heatfleet/contract/simulator/planted-events.ts'
import { csqOf, type Mishaps } from './mishaps.ts'
import { nextDrop, type Planted, plantedAt, weakSignal } from './planted-events.ts'
import { advanceUnit, type Unit } from './unit.ts'

/** Whether the house has power: not, again since this look, or as ever. */
type Power = 'off' | 'back' | 'on'

/** Applies what is planted to one unit: registers, bus, signal, weather, power. */
type Troubles = { plant: (events: readonly PlantedEvent[]) => void; move: (now_ms: number) => Power }

type Deps = { unit: Unit; mishaps: Mishaps; physicsTime: (now_s: number) => number }

/** Of the usual flow: more than the board stops at. */
const LOW_FLOW_SHARE = 0.4
const WEAK_MAX_DBM = -106

export function createTroubles({ unit, mishaps, physicsTime }: Deps): Troubles {
  const { random, bus, board } = unit
  const { plant } = board
  let events: readonly PlantedEvent[] = []
  let is_off = false
  let good_dbm: number | null = null
  let drop_s = 0

  const moveSignal = (now_s: number, { weak_signal }: Planted): void => {
    if (!weak_signal) {
      if (good_dbm === null) return
      setSignal(mishaps, good_dbm)
      good_dbm = null
      return
    }
    if (good_dbm === null) {
      good_dbm = mishaps.rssi_dbm
      drop_s = now_s + nextDrop(random).in_s
    }
    // The signal moves by itself every few seconds, and would come back.
    if (mishaps.rssi_dbm > WEAK_MAX_DBM) setSignal(mishaps, weakSignal(random))
    if (now_s < drop_s) return
    const { in_s, for_s } = nextDrop(random)
    mishaps.offline_until_s = Math.max(mishaps.offline_until_s, now_s + for_s)
    drop_s = now_s + for_s + in_s
  }
  /** Nothing of the machine ran meanwhile, and the house cooled down. */
  const catchUp = (now_s: number): void => {
    const { settings } = plant
    const { power } = settings
    settings.power = 0
    advanceUnit(unit, physicsTime(now_s))
    settings.power = power
  }

  return {
    plant: (next) => {
      events = next
    },
    move: (now_ms) => {
      const now_s = now_ms / 1000
      const planted = plantedAt(events, now_ms)
      bus.unplugged = planted.bus_cut
      plant.planted_faults = planted.fault_keys
      plant.ambient_shift_k = planted.shift_k
      plant.planted_flow = planted.low_flow ? LOW_FLOW_SHARE : 1
      moveSignal(now_s, planted)
      if (planted.power_cut) {
        if (!is_off) advanceUnit(unit, physicsTime(now_s))
        is_off = true
        return 'off'
      }
      if (!is_off) return 'on'
      is_off = false
      catchUp(now_s)
      return 'back'
    },
  }
}

const setSignal = (mishaps: Mishaps, rssi_dbm: number): void => {
  mishaps.rssi_dbm = rssi_dbm
  if (mishaps.mobile) mishaps.csq = csqOf(rssi_dbm)
}
