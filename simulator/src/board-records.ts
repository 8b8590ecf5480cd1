import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { faultNumberOf, type RecordColumn, type RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import type { Point } from '@heatfleet/modbus/point.ts'
import { recordPoint } from '@heatfleet/modbus/records.ts'
import { faultIdOf } from './faults.ts'
import type { Plant } from './plant-parts.ts'

/** A fault that the board has written down. */
type RecordedFault = { code: string; at_s: number; t_amb: number }

/** What a board remembers of its faults: those that stand, and those written down, the newest first. */
export type FaultMemory = { standing: ReadonlySet<string>; recorded: RecordedFault[] }

/** A cell of a record table with its value. */
type RecordCell = { point: Point; value: number }

const KEPT_MAX = 100

export const createFaultMemory = (): FaultMemory => ({ standing: new Set(), recorded: [] })

/** Writes down every fault that has come since the last time. */
export function rememberFaults(memory: FaultMemory, points: readonly DataPoint[], plant: Plant, now_s: number): void {
  const standing = new Set(codesOf(points, plant))
  const come = [...standing].filter((code) => !memory.standing.has(code))
  memory.standing = standing
  if (come.length === 0) return
  const t_amb = plant.state.t_amb
  memory.recorded = [...come.map((code) => ({ code, at_s: now_s, t_amb })), ...memory.recorded].slice(0, KEPT_MAX)
}

/** The registers of a table as the board has them: its faults by the order of the table, the other records empty. */
export function recordCells(table: RecordTable, { recorded }: FaultMemory): RecordCell[] {
  const kept = recorded.slice(0, table.count)
  const in_order = table.order === 'newest_first' ? kept : kept.toReversed()
  return Array.from({ length: table.count }, (_, index) => {
    const fault = in_order[index]
    return table.columns.map((column) => ({
      point: recordPoint(table, column, index),
      value: fault === undefined ? emptyValue(table, column) : recordedValue(table, column, fault),
    }))
  }).flat()
}

/** Codes of the faults that stand: planted ones by their point, a trip of the machine by its number. */
const codesOf = (points: readonly DataPoint[], { planted_faults, state }: Plant): string[] => {
  const planted = points.filter(({ key }) => planted_faults.includes(key))
  const codes = planted.flatMap(({ key, fault, choices }) => [
    fault ?? choices.find((choice) => choice.fault !== undefined)?.fault ?? key.toUpperCase(),
  ])
  const is_own_trip = state.trip > 0 && !planted_faults.some((key) => faultIdOf(key) === state.trip)
  return is_own_trip ? [...codes, `F${String(state.trip).padStart(2, '0')}`] : codes
}

const emptyValue = ({ empty_codes }: RecordTable, { role }: RecordColumn): number =>
  role === 'code' ? (empty_codes[0] ?? 0) : 0

function recordedValue(table: RecordTable, column: RecordColumn, { code, at_s, t_amb }: RecordedFault): number {
  const clock = new Date(at_s * 1000)
  switch (column.role) {
    case 'code':
      return faultNumberOf(table, column, code) ?? column.choices[0]?.value ?? 1
    case 'unix':
      return Math.floor(at_s)
    case 'year':
      return isNarrow(column) ? clock.getUTCFullYear() % 100 : clock.getUTCFullYear()
    case 'month':
      return clock.getUTCMonth() + 1
    case 'day':
      return clock.getUTCDate()
    case 'hour':
      return clock.getUTCHours()
    case 'minute':
      return clock.getUTCMinutes()
    case 'second':
      return clock.getUTCSeconds()
    case 'value':
      return column.unit === '°C' ? t_amb : 0
    default:
      return column.role satisfies never
  }
}

/** Whether a column holds a year of two digits: parts of a register do. */
const isNarrow = ({ data_type, bit_len }: RecordColumn): boolean =>
  /_(?:low|high)$/.test(data_type) || (data_type === 'bits' && (bit_len ?? 0) < 11)
