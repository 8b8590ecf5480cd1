import type { Schematic } from '@heatfleet/contract/products/settings.ts'
import type { ValuePurpose } from '@heatfleet/contract/products/value-purpose.ts'
import type { BusState, OnlineState } from '@heatfleet/contract/transitions.ts'

/**
 * Operating modes of a device; each has its own appearance. `unknown`: nothing turns, and no point says whether the unit is
 * switched on.
 */
const OPERATING_MODES = [
  'heating',
  'cooling',
  'hot_water',
  'defrost',
  'standby',
  'off',
  'unknown',
  'fault',
  'offline',
] as const
export type OperatingMode = (typeof OPERATING_MODES)[number]

/** Parts of the schematic that can show a fault. */
const PARTS = ['fan', 'coil', 'compressor', 'valve', 'exchanger', 'pump', 'tank', 'circuit'] as const
type Part = (typeof PARTS)[number]

/** Connection status, independent of values. */
export type Connection = { online_status: OnlineState; bus_status: BusState; alarm_keys: readonly string[] }

/** Everything the schematic shows. */
export type SchematicState = {
  mode: OperatingMode
  /** Why the values are stale; null when they are current. */
  stale: 'offline' | 'never' | 'bus_lost' | null
  compressor: boolean
  fan: boolean
  /** `forward`: the coil evaporates and the plate exchanger condenses; `reversed`: cooling and defrost. */
  refrigerant: 'forward' | 'reversed' | 'still'
  /** Position of the four-way valve; also known without flow. */
  valve: 'forward' | 'reversed'
  water: 'circuit' | 'tank' | 'still'
  /** Heat transfer of the plate exchanger. */
  exchanger: 'heats' | 'cools' | 'idle'
  coil: 'evaporates' | 'condenses' | 'idle'
  circuit_heater: boolean
  tank_heater: boolean
  /** Parts with an active fault bit. */
  faulty: readonly Part[]
  /** A fault is active, whether the device still runs or not. */
  alarm: boolean
}

/** Parts of the built-in product's fault bits; other faults only colour the state. */
const PART_OF_FAULT: Readonly<Record<string, Part>> = {
  f01: 'tank',
  f02: 'coil',
  f03: 'coil',
  f04: 'exchanger',
  f06: 'compressor',
  f07: 'pump',
  f08: 'exchanger',
  f09: 'compressor',
  f10: 'exchanger',
  f11: 'compressor',
  f14: 'compressor',
  f15: 'compressor',
  f20: 'exchanger',
  f22: 'compressor',
  f24: 'fan',
}

/** Below this flow (m³/h) the water stands still: sensor noise. */
const STILL_FLOW = 0.05

/** What the value of a point makes, by its name in the product; null = its name does not say. */
export type ReadPurpose = (key: 'mode' | 'o_3way') => ValuePurpose | null

/** Derives everything the schematic shows from the latest values, what named values mean, and the connection. Pure. */
export const schematicState = (
  read: (key: string) => number | undefined,
  purposeOf: ReadPurpose,
  connection: Connection,
): SchematicState => {
  const on = (key: string) => read(key) === 1
  const stale = staleness(connection)
  const alarm = connection.alarm_keys.length > 0 || on('alarm_stop')
  const turning = (read('comp_hz') ?? 0) > 0 || (read('comp_hz') === undefined && on('o_comp'))
  const is_on_tank = isOnTank(read, purposeOf)
  const mode = operatingMode(read, purposeOf, { stale, alarm, turning })

  const live = stale === null
  const compressor = live && turning
  const cooling = mode === 'cooling'
  const reversed = mode === 'defrost' || cooling
  const pumping = live && ((read('flow') ?? 0) > STILL_FLOW || (read('flow') === undefined && on('o_pump')))
  return {
    mode,
    stale,
    compressor,
    fan: live && mode !== 'defrost' && ((read('fan1') ?? 0) > 0 || (read('fan1') === undefined && on('o_fan'))),
    refrigerant: compressor ? (reversed ? 'reversed' : 'forward') : 'still',
    valve: reversed ? 'reversed' : 'forward',
    water: pumping ? (mode === 'hot_water' || is_on_tank === true ? 'tank' : 'circuit') : 'still',
    exchanger: compressor ? (reversed ? 'cools' : 'heats') : 'idle',
    coil: compressor ? (reversed ? 'condenses' : 'evaporates') : 'idle',
    circuit_heater: live && on('o_hheat'),
    tank_heater: live && on('o_dheat'),
    faulty: [...new Set(connection.alarm_keys.flatMap((key) => PART_OF_FAULT[key] ?? []))],
    alarm,
  }
}

/** Adapts the state to a schematic: without a valve or a tank the water has a single path. */
export const adaptToSchematic = (schematic: Schematic, state: SchematicState): SchematicState => {
  const is_moving = state.water !== 'still'
  if (schematic === 'hot_water')
    return {
      ...state,
      mode: state.mode === 'heating' ? 'hot_water' : state.mode,
      water: is_moving ? 'tank' : 'still',
    }
  if (schematic === 'pool')
    return {
      ...state,
      mode: state.mode === 'hot_water' ? 'heating' : state.mode,
      water: is_moving ? 'circuit' : 'still',
    }
  return state
}

const staleness = ({ online_status, bus_status }: Connection): SchematicState['stale'] => {
  if (online_status === 'never') return 'never'
  if (online_status === 'offline') return 'offline'
  return bus_status === 'lost' ? 'bus_lost' : null
}

type DeviceSituation = { stale: SchematicState['stale']; alarm: boolean; turning: boolean }

const operatingMode = (
  read: (key: string) => number | undefined,
  purposeOf: ReadPurpose,
  { stale, alarm, turning }: DeviceSituation,
): OperatingMode => {
  if (stale !== null) return 'offline'
  if (read('alarm_stop') === 1 || (alarm && !turning)) return 'fault'
  if (read('defrost') === 1) return 'defrost'
  if (turning) return runningMode(read, purposeOf)
  const power = read('power')
  if (power === undefined) return 'unknown'
  return power === 0 ? 'off' : 'standby'
}

/** Whether the three-way valve leads to the tank; null where there is none. Boards that name its positions decide by the name. */
const isOnTank = (read: (key: 'o_3way') => number | undefined, purposeOf: ReadPurpose): boolean | null => {
  const valve = read('o_3way')
  if (valve === undefined) return null
  return leadsToTank(purposeOf('o_3way'), valve)
}

/** Whether a position of the three-way valve leads to the tank; 1 does where positions have no names. */
export const leadsToTank = (named: ValuePurpose | null, valve: number): boolean => named?.hot_water ?? valve === 1

/** Quantities that tell what a running unit works for. */
type WorkKey = 'o_3way' | 'mode' | 'dem_dhw' | 'dem_heat' | 'dem_cool'

/** The valve decides the water's path; demands and the set mode decide the rest. */
export const runningMode = (
  read: (key: WorkKey) => number | undefined,
  purposeOf: ReadPurpose,
): 'heating' | 'cooling' | 'hot_water' => {
  const demand = { dhw: read('dem_dhw') === 1, heat: read('dem_heat') === 1, cool: read('dem_cool') === 1 }
  const is_on_tank = isOnTank(read, purposeOf)
  if (is_on_tank === true) return 'hot_water'
  if (is_on_tank === null && demand.dhw) return 'hot_water'
  if (demand.cool && !demand.heat) return 'cooling'
  if (demand.heat) return 'heating'
  const set = purposeOf('mode')
  if (demand.dhw || (set?.hot_water && !set.heating && !set.cooling)) return 'hot_water'
  return set?.cooling && !set.heating ? 'cooling' : 'heating'
}
