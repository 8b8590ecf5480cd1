import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { PollBlock } from '@heatfleet/contract/products/products.ts'
import type { ProductAccess } from '@heatfleet/contract/products/settings.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { isFloat, lengthOf } from '@heatfleet/modbus/data-type.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type { Block, Values } from '@heatfleet/modbus/point.ts'

/** A published register list, as far as detection needs it. */
export type Definition = {
  product_key: string
  name: string
  english_name: string
  layout_id: number
  points: readonly DataPoint[]
  poll_blocks: readonly PollBlock[]
  access: Pick<ProductAccess, 'slave' | 'baud' | 'format'>
}

/** A point whose value can be wrong: of any two boards, most words of the other are implausible here. */
export type CheckedPoint = {
  point: DataPoint
  /** Share of the words of an unknown board that would be plausible here, 0..1. */
  plausible_share: number
}

/** A block that the board of this product answers, and its points that can be wrong. */
export type FingerprintBlock = Pick<PollBlock, 'fn' | 'start' | 'quantity'> & { checked: readonly CheckedPoint[] }

/** How the board of a product is known by its registers: which answer, and what they hold. */
export type Fingerprint = Omit<Definition, 'poll_blocks'> & {
  blocks: readonly FingerprintBlock[]
  decoder: Pick<Decoder, 'decode'>
}

/** Points that most words satisfy prove nothing. */
const CHECKED_SHARE_MAX = 0.9
/** Weights of what an unknown board holds: nothing, a small number, anything. */
const UNKNOWN = { zero: 0.5, small: 0.3, any: 0.2 } as const
const SMALL = Array.from({ length: 20 }, (_, index) => 1 + index * 5)
/** Even over 16 bits, both bytes changing. */
const ANY = Array.from({ length: 64 }, (_, index) => (index * 1027 + 513) & 0xffff)

/** The fingerprint of a product version; null = its points do not compile. */
export const fingerprintOf = ({ poll_blocks: planned, ...definition }: Definition): Fingerprint | null => {
  const { points, access } = definition
  // Other slaves on the bus are not what a board is known by.
  const poll_blocks = planned.filter(({ slave }) => slave === access.slave)
  const compiled = compileDecoder(points)
  if (!compiled.ok) return null
  const { decoder } = compiled
  const shares = sharesOf(points, poll_blocks, decoder)
  const checked = points.flatMap((point): CheckedPoint[] => {
    const plausible_share = shares.get(point.key) ?? 0
    return isConstrained(point) && plausible_share < CHECKED_SHARE_MAX ? [{ point, plausible_share }] : []
  })
  const blocks = poll_blocks.map(({ fn, start, quantity }) => ({
    fn,
    start,
    quantity,
    checked: checked.filter(({ point }) => isInside(point, { fn, start, quantity })),
  }))
  return { ...definition, blocks, decoder }
}

/** Whether all registers of a point lie in a range. */
export const isInside = (point: DataPoint, { fn, start, quantity }: Pick<PollBlock, 'fn' | 'start' | 'quantity'>) =>
  (point.slave ?? null) === null &&
  point.query_cmd === fn &&
  point.address >= start &&
  point.address + Math.max(1, lengthOf(point)) <= start + quantity

/** Whether the value of a point, undefined = it has none, is one its definition allows. */
export const isPlausible = (point: DataPoint, value: number | undefined, values: Values): boolean => {
  if (value === undefined) return false
  if (point.data_type === 'enum') return point.choices.some((choice) => choice.value === value)
  const [low, high] = rangeOf(point, values)
  return (low === null || value >= low) && (high === null || value <= high)
}

const isConstrained = (point: DataPoint): boolean => {
  if (point.data_type === 'calc' || point.data_type === 'bit' || point.data_type === 'bool' || point.query_cmd <= 2)
    return false
  if (point.data_type === 'enum') return point.choices.length > 0
  const [low, high] = rangeOf(point, {})
  return low !== null || high !== null || point.data_type.includes('bcd') || isFloat(point.data_type)
}

/** Where quantities can physically lie, in the unit's own terms; wider than any board shows. */
const UNIT_RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  '°C': [-60, 180],
  '°F': [-76, 356],
  K: [-100, 200],
  '%': [0, 110],
  'm³/h': [0, 50],
  'L/min': [0, 1_000],
  bar: [-1, 80],
  kPa: [-100, 8_000],
  MPa: [-0.1, 8],
  Hz: [0, 200],
  'r/min': [0, 8_000],
  V: [0, 500],
  A: [0, 200],
  W: [0, 100_000],
  kW: [0, 100],
}

const rangeOf = ({ min, max, unit }: DataPoint, values: Values): [low: number | null, high: number | null] => {
  const of_unit = UNIT_RANGES[unitName(unit)]
  return [limitOf(min, values) ?? of_unit?.[0] ?? null, limitOf(max, values) ?? of_unit?.[1] ?? null]
}

const limitOf = (limit: DataPoint['min'], values: Values): number | null =>
  limit === null ? null : typeof limit === 'number' ? limit : (values[limit.point] ?? null)

/** By point: how much of what an unknown board holds would be plausible. The whole list is decoded once for each word. */
const sharesOf = (
  points: readonly DataPoint[],
  poll_blocks: readonly PollBlock[],
  decoder: Pick<Decoder, 'decode'>,
): Map<string, number> => {
  const shares = new Map<string, number>()
  const add = (words: readonly number[], weight: number): void => {
    for (const word of words) {
      const values = decoder.decode(poll_blocks.map((block) => filledWith(block, word)))
      for (const point of points)
        if (isPlausible(point, values[point.key], {}))
          shares.set(point.key, (shares.get(point.key) ?? 0) + weight / words.length)
    }
  }
  add([0], UNKNOWN.zero)
  add(SMALL, UNKNOWN.small)
  add(ANY, UNKNOWN.any)
  return shares
}

const filledWith = ({ slave, fn, start, quantity }: PollBlock, word: number): Block => {
  const data = new Uint8Array(fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2)
  for (let at = 0; at < data.length; at += 1) data[at] = at % 2 === 0 ? word >> 8 : word & 0xff
  return { slave, fn, start, quantity, status: 0, data }
}
