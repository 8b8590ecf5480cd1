import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { DraftChange } from './draft-change.ts'
import { newPoint } from './new-point.ts'

/** One bit of a word in the bit table; `used` = a point reads it. */
export type BitTableRow = {
  bit: number
  used: boolean
  en: string
  zh: string
  pl: string
  alarm: boolean
  normal: DataPoint['normal']
  fault: string
}

type Word = Pick<DataPoint, 'query_cmd' | 'address'> & { slave?: DataPoint['slave'] }
const WORD_BITS = 16

/** Whether a point is in a word with addressable bits: registers, not coils, and nothing calculated. */
export const isInWord = ({ query_cmd, reg_len, data_type }: DataPoint): boolean =>
  query_cmd >= 3 && reg_len === 1 && data_type !== 'calc'

/** All sixteen bits of the word of a point; where two points read the same bit, the first of them. */
export const bitTableRows = (points: readonly DataPoint[], state_name: Word): BitTableRow[] =>
  Array.from({ length: WORD_BITS }, (_, bit) => {
    const point = pointAt(points, state_name, bit)
    return {
      bit,
      used: point !== undefined,
      en: point?.names.en ?? '',
      zh: point?.names.zh ?? '',
      pl: point?.names.pl ?? '',
      alarm: point?.alarm ?? false,
      normal: point?.normal ?? 0,
      fault: point?.fault ?? '',
    }
  })

/** Points of the used bits; fields that the table does not show are kept, or copied from a neighbour. */
export const bitPoints = (
  points: readonly DataPoint[],
  state_name: DataPoint,
  rows: readonly BitTableRow[],
): DataPoint[] => {
  const used_keys = new Set(points.map(({ key }) => key))
  return rows
    .filter(({ used }) => used)
    .map(({ bit, en, zh, pl, alarm, normal, fault }) => {
      const before = pointAt(points, state_name, bit) ?? {
        ...blankBit(state_name, bit),
        key: freeKey(used_keys, state_name.address, bit),
      }
      return { ...before, names: { en, zh, pl }, alarm, normal, fault: fault.trim() === '' ? null : fault.trim() }
    })
}

/** The change of the draft: used bits are set, after the word's last point, and unused ones removed. */
export const bitChange = (points: readonly DataPoint[], state_name: Word, set: readonly DataPoint[]): DraftChange => {
  const used_bits = new Set(set.map(({ bit }) => bit))
  const before = Array.from({ length: WORD_BITS }, (_, bit) => pointAt(points, state_name, bit)).filter(
    (at) => at !== undefined,
  )
  const removed = before.filter(({ bit }) => !used_bits.has(bit)).map(({ key }) => key)
  const existing_keys = new Set(points.map(({ key }) => key))
  const keys = points.map(({ key }) => key)
  const last = points.findLastIndex(
    (point) =>
      isSameSlave(point, state_name) &&
      point.query_cmd === state_name.query_cmd &&
      point.address === state_name.address,
  )
  const added = set.map(({ key }) => key).filter((key) => !existing_keys.has(key))
  return { set, removed, order: keys.toSpliced(last + 1, 0, ...added).filter((key) => !removed.includes(key)) }
}

const pointAt = (points: readonly DataPoint[], state_name: Word, bit: number): DataPoint | undefined =>
  points.find(
    (point) =>
      point.data_type === 'bit' &&
      point.bit === bit &&
      isSameSlave(point, state_name) &&
      point.query_cmd === state_name.query_cmd &&
      point.address === state_name.address,
  )

const isSameSlave = (a: Pick<Word, 'slave'>, b: Pick<Word, 'slave'>): boolean => (a.slave ?? null) === (b.slave ?? null)

const blankBit = (state_name: DataPoint, bit: number): DataPoint => ({
  ...newPoint([]),
  slave: state_name.slave ?? null,
  query_cmd: state_name.query_cmd,
  address: state_name.address,
  data_type: 'bit',
  bit,
  group_tag: state_name.group_tag,
  tab: state_name.tab,
  tier: state_name.tier,
  bulk: state_name.bulk,
  visible: state_name.visible,
  trade_secret: state_name.trade_secret,
})

const freeKey = (used_keys: Set<string>, address: number, bit: number): string => {
  const default_key = `r${address}_b${bit}`
  let key = default_key
  for (let number = 2; used_keys.has(key); number++) key = `${default_key}_${number}`
  used_keys.add(key)
  return key
}
