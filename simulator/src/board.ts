import type { Plant } from './plant-parts.ts'
import { resetFaults } from './protection.ts'
import {
  CONTROL_MARK,
  clampSetting,
  coilBit,
  coilRegister,
  EXISTING,
  encodeSetting,
  FACTORY_WORDS,
  FAULT_RESET_BIT,
  PARAMETER_MARKER,
  POWER_BIT,
  READING,
  SETTING,
  TIMER_1,
} from './registers.ts'
import { readSensors, type Sensors } from './sensors.ts'

/** The controller board: words a Modbus master sees, kept over the plant behind them. Slave address 1. */
export type Board = {
  plant: Plant
  sensors: Sensors
  words: Uint16Array
  /** Difference between the board's clock and true time, s; a person may set the clock. */
  clock_offset_s: number
  /** True time at which the reset mark clears itself, s; 0 = not set. */
  reset_until_s: number
}

/** A reset mark stays this long, so that it can be read back, s. */
const RESET_MARK_S = 10
const SOFTWARE = [22, 705] as const
const BCD_MAX = { year: 99, month: 12, day: 31, hour: 23, minute: 59 } as const

/** A board with its factory words and the installer's settings. */
export function createBoard(plant: Plant, sensors: Sensors, model_id: number): Board {
  const board: Board = { plant, sensors, words: new Uint16Array(0x215), clock_offset_s: 0, reset_until_s: 0 }
  for (const [address, word] of FACTORY_WORDS) board.words[address] = word
  for (const [address, register] of Object.entries(SETTING))
    board.words[Number(address)] = encodeSetting(register, plant.settings[register.key])
  board.words[PARAMETER_MARKER] = plant.settings.power << POWER_BIT
  board.words[READING.model_id] = model_id
  board.words[READING.software_year] = SOFTWARE[0]
  board.words[READING.software_date] = SOFTWARE[1]
  board.words[READING.ver_ctrl] = 208
  board.words[READING.ver_disp] = 112
  return board
}

/** Brings the words that show the machine up to date: sensors, states, counters, clock at `now_s`. */
export function refresh(board: Board, now_s: number): void {
  readSensors(board.words, board.plant, board.sensors)
  const clock = new Date((now_s + board.clock_offset_s) * 1000)
  const { words } = board
  words[READING.clock_year_month] = (bcd(clock.getUTCFullYear() % 100) << 8) | bcd(clock.getUTCMonth() + 1)
  words[READING.clock_day_hour] = (bcd(clock.getUTCDate()) << 8) | bcd(clock.getUTCHours())
  words[READING.clock_minute] = bcd(clock.getUTCMinutes()) << 8
  if (board.reset_until_s > 0 && now_s >= board.reset_until_s) {
    words[CONTROL_MARK] = (words[CONTROL_MARK] ?? 0) & ~(1 << FAULT_RESET_BIT)
    board.reset_until_s = 0
  }
}

/** Whether all these registers exist. */
export function hasRegisters(start: number, quantity: number): boolean {
  return EXISTING.some(([first, last]) => start >= first && start + quantity - 1 <= last)
}

/** What a write meets: done (maybe clamped), a register that is not there, or one the board silently refuses. */
export type WriteResult = 'done' | 'no_register' | 'silent'

/** Writes words; the board checks all of them first, then keeps each inside its limits. */
export function writeRegisters(board: Board, start: number, words: readonly number[], now_s: number): WriteResult {
  if (!hasRegisters(start, words.length)) return 'no_register'
  if (!words.every((_, index) => isWritable(start + index))) return 'silent'
  words.forEach((word, index) => {
    writeWord(board, start + index, word, now_s)
  })
  return 'done'
}

/** Switches one coil: read-modify-write of the bit it is an alias of. */
export function writeCoil(board: Board, coil: number, on: boolean, now_s: number): WriteResult {
  const address = coilRegister(coil)
  const mask = 1 << coilBit(coil)
  const word = board.words[address] ?? 0
  return writeRegisters(board, address, [on ? word | mask : word & ~mask], now_s)
}

/** Whether a register takes writes: the parameter range, the clock and the timer; never what shows the machine. */
function isWritable(address: number): boolean {
  return (
    (address >= PARAMETER_MARKER && address <= 0x01c8 && address !== READING.model_id) ||
    (address >= READING.clock_year_month && address <= TIMER_1)
  )
}

function writeWord(board: Board, address: number, word: number, now_s: number): void {
  const { settings } = board.plant
  const setting = SETTING[address]
  if (setting) {
    settings[setting.key] = clampSetting(setting, word)
    board.words[address] = encodeSetting(setting, settings[setting.key])
  } else if (address >= READING.clock_year_month && address <= READING.clock_minute) {
    setClock(board, address, word, now_s)
  } else if (address === TIMER_1) {
    settings.tm1_h = Math.min(23, word >> 8)
    settings.tm1_m = Math.min(59, word & 0xff)
    board.words[address] = (settings.tm1_h << 8) | settings.tm1_m
  } else {
    board.words[address] = word
    if (address === PARAMETER_MARKER) settings.power = (word >> POWER_BIT) & 1
    if (address === CONTROL_MARK && word & (1 << FAULT_RESET_BIT)) {
      resetFaults(board.plant)
      board.reset_until_s = now_s + RESET_MARK_S
    }
  }
}

/** Sets the part of the clock that a word holds and leaves the rest as it runs. */
function setClock(board: Board, address: number, word: number, now_s: number): void {
  const clock = new Date((now_s + board.clock_offset_s) * 1000)
  const high = fromBcd(word >> 8)
  const low = fromBcd(word & 0xff)
  if (address === READING.clock_year_month)
    clock.setUTCFullYear(2000 + Math.min(BCD_MAX.year, high), Math.min(BCD_MAX.month, Math.max(1, low)) - 1)
  else if (address === READING.clock_day_hour) {
    clock.setUTCDate(Math.min(BCD_MAX.day, Math.max(1, high)))
    clock.setUTCHours(Math.min(BCD_MAX.hour, low))
  } else clock.setUTCMinutes(Math.min(BCD_MAX.minute, high), 0)
  board.clock_offset_s = clock.getTime() / 1000 - now_s
  refresh(board, now_s)
}

const bcd = (value: number): number => (Math.floor(value / 10) << 4) | (value % 10)
const fromBcd = (byte: number): number => Math.min(9, byte >> 4) * 10 + Math.min(9, byte & 15)
