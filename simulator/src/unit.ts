import type { ProductDataType } from '@heatfleet/contract/products/products.ts'
import { type Board, createBoard } from './board.ts'
import { answerFrame, BOARD_LINE, type Bus, SLAVE } from './bus.ts'
import { applyFault, type Fault } from './faults.ts'
import type { UnitSpec } from './fleet-file.ts'
import { drawParams } from './params.ts'
import { advance, createPlant } from './plant.ts'
import { type Random, seeded, seedOf } from './random.ts'
import { createSensors } from './sensors.ts'
import { installedSettings } from './settings.ts'
import { settledState } from './state.ts'
import { DESIGN_OUT_C, hourOfYear, readWeather } from './weather.ts'

/** One installation with its board on a bus, without the module that talks to the cloud. */
export type Unit = {
  spec: UnitSpec
  board: Board
  bus: Bus
  fault: Fault | null
  random: Random
  /** Version of the module's own firmware. */
  fw: string
  /** What the module reads of the board's own software and model; null = a board without such a register. */
  mcu: { sw: string; hw: string } | null
  /** In which form its module reports. */
  data_type: ProductDataType
  /** The module's own secret; null = it has none yet and logs in with that of its product. */
  secret_hex: string | null
  /** Slave address of the board. */
  slave: number
}

/** Model numbers of the board by rated heat, kW (register 0x01BA, one-phase variants). */
const MODELS = [
  [6, 1],
  [8, 3],
  [10, 5],
  [13, 7],
  [99, 9],
] as const

/** How the simulated board announces itself. */
const MCU = { sw: '2.08', hw: 'CG248075' } as const

/** Warm-up of every unit before its first report, s: cycles, tank and frost are then settled. */
export const WARM_UP_S = 86_400
/** Hours the compressor has run before, h: one to four winters, more than the longest past a demo is given. */
const AGE_H = [9_000, 26_000] as const
/** Faults grow in steps of this length, s, wherever the physics is run from. */
const FAULT_STEP_S = 300

/**
 * A unit as it was at a moment, settled at the weather of that hour. The same unit, seed and moment give the same
 * unit and the same future. `made_at_s`: the moment the days of the fault count from.
 */
export function createUnit(spec: UnitSpec, seed: number, start_s: number, made_at_s: number): Unit {
  const params = drawParams(
    seeded(seedOf(seed, spec.did, 'params')),
    spec.house,
    spec.rated_kw,
    DESIGN_OUT_C[spec.climate],
  )
  const settings = installedSettings(params)
  const weather = readWeather(spec.climate)
  const random = seeded(seedOf(seed, spec.did, 'life'))
  const hour = hourOfYear(start_s, spec.climate, spec.lon)
  const t_amb = (weather.t_out_c[Math.floor(hour)] ?? 0) + params.climate_shift_k
  const state = settledState(params, settings, t_amb, random.between(...AGE_H))
  state.time_s = start_s
  state.hour = hour
  // phases of cycling and tank differ from unit to unit, as in a real fleet
  state.t_water += random.between(-4, 3)
  state.t_tank += random.between(-4, 2)
  const plant = createPlant({ params, settings, state, weather, seed: seedOf(seed, spec.did) })
  const model = MODELS.find(([most_kw]) => spec.rated_kw <= most_kw)?.[1] ?? 9
  const board = createBoard(plant, createSensors(seeded(seedOf(seed, spec.did, 'sensors'))), model)
  const fault = spec.fault && {
    kind: spec.fault.kind,
    onset_s: made_at_s - spec.fault.since_days * 86_400,
    days_to_trip: spec.fault.days_to_trip,
  }
  const bus: Bus = {
    answer: (frame, now_s) => answerFrame(board, frame, now_s),
    random: seeded(seedOf(seed, spec.did, 'bus')),
    lost_share: random.between(0.005, 0.02),
    cut_until_s: 0,
    unplugged: false,
    module_side: BOARD_LINE,
    board_side: BOARD_LINE,
  }
  return {
    spec,
    board,
    bus,
    fault,
    random,
    fw: spec.fw,
    mcu: MCU,
    data_type: 'registers',
    slave: SLAVE,
    secret_hex: spec.product_login ? null : spec.secret_hex,
  }
}

/** Moves the unit's physics on to a moment; its fault grows with it. */
export function advanceUnit({ board, fault }: Unit, to_s: number): void {
  const { plant } = board
  if (!fault) advance(plant, to_s)
  while (fault && plant.state.time_s < to_s) {
    applyFault(plant.effects, fault, plant.state.time_s)
    advance(plant, Math.min(to_s, plant.state.time_s + FAULT_STEP_S))
  }
}
