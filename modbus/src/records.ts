import { lengthOf } from './data-type.ts'
import { decodePlan } from './decode.ts'
import { blocksOfSlave, locate } from './locate.ts'
import { planPoints } from './plan.ts'
import type { Block, Point, Values } from './point.ts'

/** What a column of repeated records holds: a part of the moment at which it was written, or anything else. */
export const TIME_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'unix'] as const
export type TimePart = (typeof TIME_PARTS)[number]

/** One field of each record: a point but for its address. `offset` = registers after the first one of the record. */
export type RecordColumn = Pick<Point, 'key' | 'data_type' | 'bit' | 'bit_len' | 'invalid'> & {
  offset: number
  /** Formula of `raw`. */
  read: string
}

/** The same fields again and again: `count` records, each `stride` registers after the one before. */
export type Records = {
  slave: number | null
  query_cmd: 3 | 4
  /** First register of the first record. */
  address: number
  stride: number
  count: number
  columns: readonly RecordColumn[]
}

/** One record; null = not all of its registers were read. */
type DecodedRecord = Values | null

/** The point of a column in one record; its key is that of the column. */
export const recordPoint = (records: Records, column: RecordColumn, index: number): Point => {
  const { key, data_type, bit, bit_len, invalid, offset, read } = column
  const point: Point = {
    key,
    address: records.address + index * records.stride + offset,
    slave: records.slave,
    reg_len: 1,
    query_cmd: records.query_cmd,
    write_cmd: null,
    rw: 'r',
    data_type,
    bit,
    bit_len: bit_len ?? null,
    formulas: { read, write: null, display: null },
    min: null,
    max: null,
    step: null,
    invalid,
  }
  return { ...point, reg_len: lengthOf(point) }
}

/** Registers that the columns of one record take from its first one on; 0 without columns. */
export const recordSpan = (records: Pick<Records, 'columns' | 'query_cmd'>): number =>
  Math.max(
    0,
    ...records.columns.map(({ offset, data_type }) => offset + lengthOf({ query_cmd: 3, data_type, reg_len: 1 })),
  )

/**
 * Decodes each record by the rules of points: a value that is a sentinel, no BCD or no number is left out. `named_slaves` =
 * those of the product, as for its points.
 */
export const decodeRecords = (
  records: Records,
  blocks: readonly Block[],
  named_slaves: ReadonlySet<number> = new Set(),
): DecodedRecord[] => {
  const own = blocksOfSlave(blocks, records.slave, named_slaves)
  const span = recordSpan(records)
  return Array.from({ length: records.count }, (_, index) => {
    const start = records.address + index * records.stride
    if (!isRead(own, records.query_cmd, start, span)) return null
    const points = records.columns.map((column) => recordPoint(records, column, index))
    return decodePlan({ ...planPoints(points), named_slaves }, blocks)
  })
}

/** The blocks that the records lie in, for the age of what is shown. */
export const blocksOfRecords = <B extends Block>(
  records: Records,
  blocks: readonly B[],
  named_slaves: ReadonlySet<number> = new Set(),
): B[] => {
  const [start, end] = [records.address, records.address + (records.count - 1) * records.stride + recordSpan(records)]
  return blocksOfSlave(blocks, records.slave, named_slaves).filter(
    (block) =>
      block.fn === records.query_cmd && block.status === 0 && block.start < end && start < block.start + block.quantity,
  )
}

/** A record may lie across two blocks, a value may not. */
const isRead = (blocks: readonly Block[], fn: 3 | 4, start: number, span: number): boolean => {
  for (let at = start; at < start + span; at++) if (locate(blocks, fn, at, 1) === null) return false
  return span > 0
}

/** Years of two digits count from here: no heat pump's board is older. */
const CENTURY = 2000

/**
 * What a clock showed, as `YYYY-MM-DDTHH:mm:ss` without a zone: boards keep the time of the place. Null where the parts are
 * no date, as in a record that was never written. Without an hour the day begins. A count of seconds since 1970 is UTC and
 * not for this.
 */
export const clockTimeOf = (parts: Partial<Record<TimePart, number>>): string | null => {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = parts
  if (year === undefined || month === undefined || day === undefined) return null
  const whole = year < 100 ? CENTURY + year : year
  const fields = [whole, month, day, hour, minute, second]
  if (!fields.every((field) => Number.isInteger(field) && field >= 0)) return null
  if (whole < CENTURY || whole > 2099 || hour > 23 || minute > 59 || second > 59) return null
  if (month < 1 || month > 12 || day < 1 || day > daysOf(whole, month)) return null
  const [y = '', mo = '', d = '', h = '', mi = '', s = ''] = fields.map((field) => String(field).padStart(2, '0'))
  return `${y}-${mo}-${d}T${h}:${mi}:${s}`
}

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
