import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { State } from './state.ts'
import { advanceUnit, type Unit } from './unit.ts'

/** What a unit needs to go on where it stopped: physics, the board's words with the settings in them, a secret it was given. */
type Saved = {
  state: State
  settings: Unit['board']['plant']['settings']
  words: number[]
  clock_offset_s: number
  secret_hex?: string | null
  /** Versions after its upgrades. */
  fw?: string
  mcu?: Unit['mcu']
}
type StateFile = Record<string, Saved>

/** A unit that was off for longer than this starts afresh, s. */
const OLDEST_S = 30 * 86_400

/** Writes the state of all units beside the fleet file, whole or not at all. */
export function saveStates(path: string, units: readonly Unit[]): void {
  const file: StateFile = {}
  for (const { spec, board, secret_hex, fw, mcu } of units) {
    const { plant, words, clock_offset_s } = board
    file[spec.did] = {
      state: plant.state,
      settings: plant.settings,
      words: [...words],
      clock_offset_s,
      secret_hex,
      fw,
      mcu,
    }
  }
  writeFileSync(`${path}.tmp`, JSON.stringify(file))
  renameSync(`${path}.tmp`, path)
}

/** The states saved by an earlier run; none when there is no file or it cannot be read. */
export function readStates(path: string): StateFile {
  try {
    // written by saveStates of this simulator; a foreign file fails in the parse or is ignored by id
    return JSON.parse(readFileSync(path, 'utf8')) as StateFile
  } catch {
    // Absent at the first start, or truncated by a kill: the units start afresh.
    return {}
  }
}

/** Restores a unit and simulates the time since; false without a saved state. */
export function resume(unit: Unit, saved: Saved | undefined, now_s: number): boolean {
  const { board } = unit
  const { plant } = board
  // A secret outlives any pause: without it the module could not come in again.
  if (saved?.secret_hex && unit.spec.product_login) unit.secret_hex = saved.secret_hex
  // So do the versions.
  if (saved?.fw) unit.fw = saved.fw
  if (saved?.mcu && unit.mcu) unit.mcu = saved.mcu
  if (!saved || saved.state.time_s > now_s || now_s - saved.state.time_s > OLDEST_S) return false
  const hoursSince = (now_s - saved.state.time_s) / 3600
  // a run with --speed lived in another season; the weather of today counts
  const hourNow = plant.state.hour + (now_s - plant.state.time_s) / 3600
  Object.assign(plant.state, saved.state, { hour: (hourNow - hoursSince + 2 * 8760) % 8760 })
  Object.assign(plant.settings, saved.settings)
  board.words.set(saved.words)
  board.clock_offset_s = saved.clock_offset_s
  advanceUnit(unit, now_s)
  return true
}
