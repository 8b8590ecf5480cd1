import { invalidPatterns, wordsOf } from './data-type.ts'
import { compileExpression } from './formula-compile.ts'
import type { PlannedPoint } from './plan.ts'
import type { DataType, Point } from './point.ts'

/**
 * Source of a decoder: `(locate, overlap, roundDecimals, finite, roundFloat, floatOf) => (blocks, out) => void`.
 * Points go by function and address, so that the block at hand (d data, s start, e end) mostly holds the next one too;
 * each lands in its variable v<n>, NaN = absent, and calculated points follow. Where blocks overlap (c) the block is
 * looked up for every point, as the interpreter does.
 */
export const generateDecoder = (planned: readonly PlannedPoint[], keys: readonly string[]): string => {
  const wanted = closureOf(planned, keys)
  const slots = new Map(wanted.map(({ point }, index) => [point.key, `v${index}`]))
  const slotOf = (key: string) => slots.get(key) ?? 'NaN'
  const onBus = wanted.filter(({ point }) => point.data_type !== 'calc')
  onBus.sort((a, b) => a.point.query_cmd - b.point.query_cmd || a.point.address - b.point.address)
  const lines = [
    '"use strict";return function decodeInto(blocks,out){',
    'const c=overlap(blocks);let b,d,s=1e9,e=0,o,p,r;',
  ]
  for (const slot of slots.values()) lines.push(`let ${slot}=NaN;`)
  onBus.forEach((each, i) => {
    if (each.point.query_cmd !== onBus[i - 1]?.point.query_cmd) lines.push('s=1e9;e=0;')
    lines.push(readLine(each, slotOf(each.point.key)))
  })
  for (const each of wanted) if (each.point.data_type === 'calc') lines.push(calcLine(each, slotOf))
  lines.push(...keys.map((key, index) => `out[${index}]=${slotOf(key)};`))
  return `${lines.join('\n')}\n}`
}

/** The points of these keys and all that they are calculated from, in planned order. */
const closureOf = (planned: readonly PlannedPoint[], keys: readonly string[]): PlannedPoint[] => {
  const needed = new Set(keys)
  for (const { point, needs } of planned.toReversed()) {
    if (needed.has(point.key)) for (const name of needs) needed.add(name)
  }
  return planned.filter(({ point }) => needed.has(point.key))
}

const readLine = ({ point, read, precision }: PlannedPoint, slot: string): string => {
  const { query_cmd, address, data_type } = point
  const end = address + (query_cmd <= 2 ? 1 : wordsOf(data_type))
  const find = `b=locate(blocks,${query_cmd},${address},${end - address});if(b===null){s=1e9;e=0}else{d=b.data;s=b.start;e=s+b.quantity}`
  const value = rounded(
    compileExpression(read, () => 'r'),
    precision,
  )
  const take = `${patternSource(point)}${guard(point, `r=${rawSource(point)};${slot}=r===r?${value}:NaN;`)}`
  return `if(c||${address}<s||${end}>e){${find}}if(${address}>=s&&${end}<=e){${take}}`
}

const calcLine = ({ point, read, needs, precision }: PlannedPoint, slotOf: (key: string) => string): string => {
  const value = rounded(compileExpression(read, slotOf), precision)
  const present = needs.map((name) => `${slotOf(name)}===${slotOf(name)}`).join('&&')
  return `${slotOf(point.key)}=${present === '' ? value : `${present}?${value}:NaN`};`
}

const rounded = (expression: string, precision: PlannedPoint['precision']): string => {
  if (precision === 'float32') return `roundFloat(${expression})`
  return precision === 'exact' ? `finite(${expression})` : `roundDecimals(${expression},${10 ** precision})`
}

const guard = (point: Point, body: string): string => {
  const invalid = invalidPatterns(point)
  return invalid.length === 0 ? body : `if(${invalid.map((pattern) => `p!==${pattern}`).join('&&')}){${body}}`
}

const WORD = '(d[o]<<8|d[o+1])'
const NEXT_WORD = '(d[o+2]<<8|d[o+3])'
const HIGH_FIRST = `((${WORD}<<16|${NEXT_WORD})>>>0)`
const LOW_FIRST = `((${NEXT_WORD}<<16|${WORD})>>>0)`

/** Sets p to the point's own bits as an unsigned number. */
const patternSource = ({ query_cmd, address, data_type, bit }: Point): string => {
  if (query_cmd <= 2) return `o=${address}-s;p=d[o>>3]>>(o&7)&1;`
  const shift = bit === null ? null : `${WORD}>>${bit}&1`
  const pattern = {
    u8_low: 'd[o+1]',
    s8_low: 'd[o+1]',
    bcd_low: 'd[o+1]',
    u8_high: 'd[o]',
    s8_high: 'd[o]',
    bcd_high: 'd[o]',
    bit: shift ?? `${WORD}&1`,
    bool: shift ?? `(${WORD}?1:0)`,
    enum: WORD,
    u16: WORD,
    s16: WORD,
    u32_be: HIGH_FIRST,
    s32_be: HIGH_FIRST,
    float32_be: HIGH_FIRST,
    u32_le: LOW_FIRST,
    s32_le: LOW_FIRST,
    float32_le: LOW_FIRST,
    calc: 'NaN',
  } satisfies Record<DataType, string>
  return `o=(${address}-s)*2;p=${pattern[data_type]};`
}

/** The number in the pattern p. */
const rawSource = ({ query_cmd, data_type }: Point): string => (query_cmd <= 2 ? 'p' : (RAW[data_type] ?? 'p'))

const BCD = '((p>>4)>9||(p&15)>9?NaN:(p>>4)*10+(p&15))'
const RAW: Partial<Record<DataType, string>> = {
  s8_low: '(p<<24>>24)',
  s8_high: '(p<<24>>24)',
  s16: '(p<<16>>16)',
  s32_be: '(p|0)',
  s32_le: '(p|0)',
  bcd_low: BCD,
  bcd_high: BCD,
  float32_be: 'floatOf(p)',
  float32_le: 'floatOf(p)',
}
