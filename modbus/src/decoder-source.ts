import { bcdShape } from './bcd.ts'
import { invalidPatterns, isByteSwapped, isLowWordFirst, wordsOf } from './data-type.ts'
import { compileExpression } from './formula-compile.ts'
import type { PlannedPoint } from './plan.ts'
import type { Point } from './point.ts'

/** What the generated source calls, in the order of its arguments. */
export const DECODER_TOOLS = [
  'locate',
  'overlap',
  'roundDecimals',
  'finite',
  'roundFloat',
  'floatOf',
  'doubleOf',
  'bcdOf',
  'ofSlave',
] as const

/**
 * Source of a decoder: `(...tools) => (blocks, out) => void`, the tools those of {@link DECODER_TOOLS}.
 * Points go by slave, function and address, so that the block at hand (d data, s start, e end) mostly holds the next one too;
 * each lands in its variable v<n>, NaN = absent, and calculated points follow. Where blocks overlap (c) the block is
 * looked up for every point, as the interpreter does. Only a product that names slaves tells blocks apart by slave.
 */
export const generateDecoder = (
  planned: readonly PlannedPoint[],
  keys: readonly string[],
  named_slaves: ReadonlySet<number>,
): string => {
  const wanted = closureOf(planned, keys)
  const slots = new Map(wanted.map(({ point }, index) => [point.key, `v${index}`]))
  const slotOf = (key: string) => slots.get(key) ?? 'NaN'
  const onBus = wanted.filter(({ point }) => point.data_type !== 'calc')
  const slaveOf = ({ point }: PlannedPoint) => point.slave ?? 0
  onBus.sort(
    (a, b) => slaveOf(a) - slaveOf(b) || a.point.query_cmd - b.point.query_cmd || a.point.address - b.point.address,
  )
  const lines =
    named_slaves.size === 0
      ? ['"use strict";return function decodeInto(blocks,out){', 'const c=overlap(blocks);']
      : ['"use strict";return function decodeInto(all,out){', 'let blocks,c;']
  lines.push('let b,d,s=1e9,e=0,o,p,h,r;')
  for (const slot of slots.values()) lines.push(`let ${slot}=NaN;`)
  onBus.forEach((each, i) => {
    const last = onBus[i - 1]
    const is_other_slave = last === undefined || slaveOf(last) !== slaveOf(each)
    if (named_slaves.size > 0 && is_other_slave) lines.push(`blocks=ofSlave(all,${slaveOf(each)});c=overlap(blocks);`)
    if (is_other_slave || each.point.query_cmd !== last.point.query_cmd) lines.push('s=1e9;e=0;')
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
  if (invalid.length === 0) return body
  const is_wide = point.query_cmd >= 3 && wordsOf(point.data_type) === 4
  const isOther = (pattern: bigint) =>
    is_wide ? `(h!==${pattern >> 32n}||p!==${BigInt.asUintN(32, pattern)})` : `p!==${pattern}`
  return `if(${invalid.map(isOther).join('&&')}){${body}}`
}

/** One register, `at` registers after the first. */
const wordSource = (at: number, swapped: boolean): string => {
  const [high, low] = [at * 2 + (swapped ? 1 : 0), at * 2 + (swapped ? 0 : 1)].map((n) => (n === 0 ? 'o' : `o+${n}`))
  return `(d[${high}]<<8|d[${low}])`
}

/** Two registers as an unsigned number. */
const pairSource = (high: number, low: number, swapped: boolean): string =>
  `((${wordSource(high, swapped)}<<16|${wordSource(low, swapped)})>>>0)`

/** Sets p to the point's own bits as an unsigned number; of 64 bits the high half is h. */
const patternSource = ({ query_cmd, address, data_type, bit, bit_len }: Point): string => {
  if (query_cmd <= 2) return `o=${address}-s;p=d[o>>3]>>(o&7)&1;`
  const begin = `o=(${address}-s)*2;`
  const swapped = isByteSwapped(data_type)
  const [low_first, word] = [isLowWordFirst(data_type), wordSource(0, swapped)]
  switch (wordsOf(data_type)) {
    case 0:
      return `${begin}p=NaN;`
    case 4:
      return low_first
        ? `${begin}h=${pairSource(3, 2, swapped)};p=${pairSource(1, 0, swapped)};`
        : `${begin}h=${pairSource(0, 1, swapped)};p=${pairSource(2, 3, swapped)};`
    case 2:
      return `${begin}p=${low_first ? pairSource(1, 0, swapped) : pairSource(0, 1, swapped)};`
    case 1:
      if (data_type === 'bit') return `${begin}p=${word}>>${bit ?? 0}&1;`
      if (data_type === 'bits') return `${begin}p=${word}>>${bit ?? 0}&${2 ** (bit_len ?? 1) - 1};`
      if (data_type === 'bool') return `${begin}p=${bit === null ? `(${word}?1:0)` : `${word}>>${bit}&1`};`
      if (data_type.endsWith('_low')) return `${begin}p=d[o+1];`
      return `${begin}p=${data_type.endsWith('_high') ? 'd[o]' : word};`
  }
}

/** The number in the pattern p (h and p). */
const rawSource = ({ query_cmd, data_type }: Point): string => {
  if (query_cmd <= 2) return 'p'
  const bcd = bcdShape(data_type)
  if (bcd?.digits === 2) return BCD_PAIR
  if (bcd !== null) return `bcdOf(p,${bcd.digits},${bcd.signed})`
  const kind = /^(?:float|[us])(?:8|16|32|64)/.exec(data_type)?.[0] ?? ''
  return RAW[kind] ?? 'p'
}

/** Two digits without a call: most boards have nothing else of the kind. */
const BCD_PAIR = '((p>>4)>9||(p&15)>9?NaN:(p>>4)*10+(p&15))'
const RAW: Readonly<Record<string, string>> = {
  s8: '(p<<24>>24)',
  s16: '(p<<16>>16)',
  s32: '(p|0)',
  u64: '(h*4294967296+p)',
  s64: '((h|0)*4294967296+p)',
  float32: 'floatOf(p)',
  float64: 'doubleOf(h,p)',
}
