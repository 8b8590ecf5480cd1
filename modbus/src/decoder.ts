import { bcdNumber } from './bcd.ts'
import { DECODER_TOOLS, generateDecoder } from './decoder-source.ts'
import { blocksOfSlave, locate, overlap } from './locate.ts'
import { type PointFault, planPoints } from './plan.ts'
import type { Block, Point, Values } from './point.ts'
import { finite, nearestDecimal, roundDecimals, roundTo } from './precision.ts'

/** The decoder of one product version. */
export type Decoder = {
  /** What `decodeInto` fills, in this order. */
  keys: readonly string[]
  /** Fills one number per key, NaN = absent; `out` must have room for all of them. The fast way, for history reads. */
  decodeInto: (blocks: readonly Block[], out: Float64Array) => void
  /** The same as values by key, absent ones left out. */
  decode: (blocks: readonly Block[]) => Values
}

type CompiledDecoder = { ok: true; decoder: Decoder } | { ok: false; faults: PointFault[] }

/**
 * Generates the decoder of a product: one straight-line function, several times faster than the interpreter and equal
 * to it (property test). `only` limits it to some keys, in that order, and what they are calculated from. The source is
 * made from parsed formulas alone; no text of a definition gets into it.
 */
export const compileDecoder = (
  points: readonly Point[],
  { only }: { only?: readonly string[] } = {},
): CompiledDecoder => {
  const plan = planPoints(points)
  if (plan.faults.length > 0) return { ok: false, faults: plan.faults }
  const keys = only ?? points.map(({ key }) => key)
  const source = generateDecoder(plan.points, keys, plan.named_slaves)
  // The one place where code is generated: the source is made from parsed formulas, never from their text.
  // oxlint-disable-next-line typescript/no-implied-eval
  const make: (...tools: unknown[]) => Decoder['decodeInto'] = new Function(...DECODER_TOOLS, source) as typeof make // the Function constructor is untyped
  const tools: Record<(typeof DECODER_TOOLS)[number], unknown> = {
    locate,
    overlap,
    roundDecimals,
    finite,
    roundFloat,
    ...makeFloats(),
    bcdOf: (pattern: number, digits: number, signed: boolean) => bcdNumber(pattern, digits, signed) ?? Number.NaN,
    ofSlave: (blocks: readonly Block[], slave: number) =>
      blocksOfSlave(blocks, slave === 0 ? null : slave, plan.named_slaves),
  }
  const decodeInto = make(...DECODER_TOOLS.map((name) => tools[name]))
  const scratch = new Float64Array(keys.length)
  const decode = (blocks: readonly Block[]): Values => {
    decodeInto(blocks, scratch)
    const values: Values = {}
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const value = scratch[i]
      if (key !== undefined && value !== undefined && !Number.isNaN(value)) values[key] = value
    }
    return values
  }
  return { ok: true, decoder: { keys, decodeInto, decode } }
}

const roundFloat = (value: number): number => roundTo(value, 'float32')

const makeFloats = () => {
  const floats = new Float32Array(1)
  const words = new Uint32Array(floats.buffer)
  const view = new DataView(new ArrayBuffer(8))
  return {
    floatOf: (pattern: number): number => {
      words[0] = pattern
      return nearestDecimal(floats[0] ?? Number.NaN)
    },
    doubleOf: (high: number, low: number): number => {
      view.setUint32(0, high)
      view.setUint32(4, low)
      return finite(view.getFloat64(0))
    },
  }
}
