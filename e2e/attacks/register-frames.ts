import { sealWithCrc } from '@heatfleet/modbus/crc.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import { parseReply } from '@heatfleet/modbus/frame.ts'
import type { DataType, Point } from '@heatfleet/modbus/point.ts'
import type { Checks } from '../faults/checks.ts'
import { type PlainPoint, readPoint, wordsOfAnswer } from './second-decoder.ts'
import { createRandom, type Random } from './seeded.ts'

/** Frames for each round; ten rounds are the quality plan's ten million. */
const FRAMES_A_ROUND = 1_000_000
const PRODUCTS = 50
const POINTS_MAX = 12
const START = 100
const REGISTERS_MAX = 20
const TYPES = [
  'u8_low',
  'u8_high',
  's8_low',
  's8_high',
  'bcd_low',
  'bcd_high',
  'bit',
  'u16',
  's16',
  'u32_be',
  'u32_le',
  's32_be',
  's32_le',
  'float32_be',
  'float32_le',
] as const satisfies readonly DataType[]
const SCALES = [1, 0.1, 0.5, 0.01, 10, 2] as const
const OFFSETS = [0, 25, -40] as const

/** B2: mutated answers of boards are refused, or read as a second decoder reads them, for many products. */
export const attackRegisterFrames = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const random = createRandom(2)
  const products = Array.from({ length: PRODUCTS }, () => makeProduct(random))
  const tried = rounds * FRAMES_A_ROUND
  let [wrong, refused, values] = [0, 0, 0]
  let first = ''
  for (let n = 0; n < tried; n++) {
    const product = products[n % PRODUCTS]
    if (product === undefined) break
    const frame = makeFrame(random)
    const seconds = wordsOfAnswer(frame)
    const parsed = parseReply(frame)
    const ours = parsed.ok && parsed.reply.kind === 'data' && parsed.reply.fn === 3 ? parsed.reply : null
    if ((ours === null) !== (seconds === null)) {
      wrong += 1
      first ||= `frame ${Buffer.from(frame).toString('hex')}`
    }
    if (ours === null || seconds === null) {
      refused += 1
      continue
    }
    const { slave, fn, data } = ours
    const read = product.decoder.decode([{ slave, fn, start: START, quantity: data.length / 2, status: 0, data }])
    for (const point of product.points) {
      values += 1
      const wanted = readPoint(point, START, seconds)
      if (isSame(read[point.key], wanted, point)) continue
      wrong += 1
      first ||= `${JSON.stringify(point)} in ${Buffer.from(frame).toString('hex')}: ${read[point.key]}, not ${wanted}`
    }
  }
  checks.expect(
    `answers of boards are read as a second decoder reads them, over ${PRODUCTS} products`,
    wrong === 0,
    `tried ${tried} frames, ${refused} refused by both, ${values} values, different ${wrong} ${first}`,
  )
}

type Product = { points: PlainPoint[]; decoder: Decoder }

const makeProduct = (random: Random): Product => {
  const points = Array.from({ length: random.whole(1, POINTS_MAX) }, (_, n): PlainPoint => {
    const type = TYPES[random.whole(0, TYPES.length - 1)] ?? 'u16'
    return {
      key: `p${n}`,
      type,
      address: START + random.whole(0, REGISTERS_MAX - 1),
      bit: random.whole(0, 15),
      scale: SCALES[random.whole(0, SCALES.length - 1)] ?? 1,
      offset: OFFSETS[random.whole(0, OFFSETS.length - 1)] ?? 0,
      invalid: type === 'u16' ? [0xffff, 0x7fff] : [],
    }
  })
  const compiled = compileDecoder(points.map(asPoint))
  if (!compiled.ok) throw new Error('the points of a made product do not compile')
  return { points, decoder: compiled.decoder }
}

const asPoint = ({ key, type, address, bit, scale, offset, invalid }: PlainPoint): Point => ({
  key,
  address,
  reg_len: type.includes('32') ? 2 : 1,
  query_cmd: 3,
  write_cmd: null,
  rw: 'r',
  data_type: TYPES.find((one) => one === type) ?? 'u16',
  bit: type === 'bit' ? bit : null,
  formulas: { read: `raw*${scale}+${offset < 0 ? `(-${-offset})` : offset}`, write: null, display: null },
  min: null,
  max: null,
  step: null,
  invalid,
})

/** A valid answer, or one with flipped bits, lost or added bytes, often with a corrected checksum. */
const makeFrame = (random: Random): Uint8Array => {
  const registers = random.whole(1, REGISTERS_MAX)
  const bytes = [1, 3, registers * 2, ...Array.from({ length: registers * 2 }, () => random.whole(0, 255))]
  const damage = random.whole(0, 5)
  if (damage === 1) bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255)
  if (damage === 2) bytes.splice(random.whole(0, bytes.length - 1), 1)
  if (damage === 3) bytes.splice(random.whole(0, bytes.length), 0, random.whole(0, 255))
  const frame = sealWithCrc(Uint8Array.from([...bytes, 0, 0]))
  if (damage < 4) return frame
  const at = random.whole(0, frame.length - 1)
  frame[at] = (frame[at] ?? 0) ^ (1 << random.whole(0, 7))
  return damage === 5 ? sealWithCrc(frame) : frame
}

/** Equal but for what decimals cost: values have as many digits as their scale, floats seven before the offset is taken. */
const isSame = (value: number | undefined, wanted: number | null, { offset }: PlainPoint): boolean => {
  if (value === undefined || wanted === null) return value === undefined && wanted === null
  return Math.abs(value - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted) + Math.abs(offset)) || Object.is(value, wanted)
}
