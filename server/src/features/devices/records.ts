import type { DeviceRecord, DeviceRecords } from '@heatfleet/contract/devices/records.ts'
import { faultCodeOf, type RecordColumn, type RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { Values } from '@heatfleet/modbus/point.ts'
import { blocksOfRecords, clockTimeOf, decodeRecords, TIME_PARTS, type TimePart } from '@heatfleet/modbus/records.ts'
import type { LatestBlock } from '../../ingest/latest-blocks.ts'
import type { FaultWords } from './store-faults.ts'

type Known = FaultWords['known']

/** A record table of a unit, from its latest blocks; the newest record first. */
export const recordsOfDevice = (
  table: RecordTable,
  latest: readonly LatestBlock[],
  known: Known,
  { time_zone, named_slaves }: { time_zone: string; named_slaves: ReadonlySet<number> },
): DeviceRecords => {
  const blocks = latest.map(({ block }) => block)
  const read = new Set(blocksOfRecords(table, blocks, named_slaves))
  const ages = latest.filter(({ block }) => read.has(block)).map(({ at_s }) => at_s * 1_000)
  const decoded = decodeRecords(table, blocks, named_slaves)
  const code = table.columns.find(({ role }) => role === 'code')
  const plain = table.columns.filter(({ role }) => role === 'value')
  const records = decoded.flatMap((values, index) =>
    values === null || isEmpty(table, code, values)
      ? []
      : [recordOf(table, { nr: index + 1, values, code, plain }, known, time_zone)],
  )
  return {
    key: table.key,
    names: table.names,
    has_code: code !== undefined,
    has_time: table.columns.some(({ role }) => role === 'unix' || role === 'year'),
    columns: plain.map(({ key, names, unit, decimals, choices }) => ({ key, names, unit, decimals, choices })),
    count: table.count,
    unread: decoded.filter((values) => values === null).length,
    read_at: ages.length === 0 ? null : Math.min(...ages),
    time_zone,
    records: newestFirst(records, table),
  }
}

const recordOf = (
  table: RecordTable,
  { nr, values, code, plain }: { nr: number; values: Values; code: RecordColumn | undefined; plain: RecordColumn[] },
  known: Known,
  time_zone: string,
): DeviceRecord => {
  const number = code === undefined ? undefined : values[code.key]
  const fault = code === undefined || number === undefined ? null : faultCodeOf(table, code, number)
  const entry = known.find((one) => one.code === fault)
  return {
    nr,
    time: timeOf(table, values, time_zone),
    code:
      number === undefined
        ? null
        : {
            value: number,
            code: fault,
            names: entry?.names ?? code?.choices.find(({ value }) => value === number)?.names ?? null,
            severity: entry?.severity ?? null,
          },
    values: plain.flatMap(({ key }) => {
      const value = values[key]
      return value === undefined ? [] : [{ key, value }]
    }),
  }
}

/** By its code where it has one, else where nothing in it is other than 0. */
const isEmpty = ({ empty_codes }: RecordTable, code: RecordColumn | undefined, values: Values): boolean => {
  if (code === undefined) return Object.values(values).every((value) => value === 0)
  const number = values[code.key]
  return number === undefined || empty_codes.includes(number)
}

/** What the clock of the place showed: boards keep it so, or count seconds in UTC. */
const timeOf = ({ columns }: RecordTable, values: Values, time_zone: string): string | null => {
  const parts: Partial<Record<TimePart, number>> = {}
  for (const { key, role } of columns) {
    const part = TIME_PARTS.find((one) => one === role)
    const value = values[key]
    if (part !== undefined && value !== undefined) parts[part] = value
  }
  if (parts.unix === undefined) return clockTimeOf(parts)
  if (parts.unix <= 0) return null
  return new Date(zoneClock(time_zone).shown(parts.unix * 1_000)).toISOString().slice(0, 19)
}

/** By time; records without one keep the order of the board, after the others. */
const newestFirst = (records: readonly DeviceRecord[], { order }: RecordTable): DeviceRecord[] => {
  const in_order = order === 'newest_first' ? records : records.toReversed()
  return in_order.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
}
