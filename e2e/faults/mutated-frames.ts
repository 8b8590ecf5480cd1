import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { sealWithCrc } from '@heatfleet/modbus/crc.ts'
import { decodePlan } from '@heatfleet/modbus/decode.ts'
import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import { type Block, DATA_TYPES, type Point, type QueryCommand, type Values } from '@heatfleet/modbus/point.ts'
import type { Checks } from './checks.ts'
import { mutated, pick, type Seeded, seeded } from './seeded.ts'

const PRODUCTS = 50
const POINTS = 60
const FRAMES_OF_EACH = 40
const MUTANTS_A_ROUND = 50_000
const SEED = 20_261_121

type Product = { decode: (blocks: readonly Block[]) => Values; spell: (blocks: readonly Block[]) => Values }

/**
 * B2: mutated register frames of fifty products, 50,000 a round. Values must match the frame, and the
 * generated decoder must agree with the interpreter, which shares only the plan with it; 200 rounds are
 * the plan's ten millions.
 */
export const mutatedFrameRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const below = seeded(SEED)
  const products = Array.from({ length: PRODUCTS }, () => productOf(below))
  const frames = Array.from({ length: PRODUCTS * FRAMES_OF_EACH }, () => encodeReport(reportOf(below)))
  let [read, refused, misread, different, values] = [0, 0, 0, 0, 0]
  for (let tried = 0; tried < rounds * MUTANTS_A_ROUND; tried += 1) {
    const bytes = mutated(below, frames[below(frames.length)] ?? new Uint8Array())
    const mutant = bytes.length > 2 && below(4) > 0 ? sealWithCrc(bytes) : bytes
    const decoded = decodeReport(mutant)
    if (!decoded.ok) {
      refused += 1
      continue
    }
    read += 1
    const { blocks } = decoded.report
    if (!Buffer.from(encodeReport(decoded.report)).equals(mutant)) misread += 1
    const product = products[tried % PRODUCTS]
    const found = product?.decode(blocks) ?? {}
    values += Object.keys(found).length
    if (!isSame(found, product?.spell(blocks) ?? {})) different += 1
  }
  checks.note(
    `${read + refused} tried, ${refused} refused, ${misread} misread, ${values} values, ${different} frames different`,
  )
  checks.expect('every frame is read as what it says or refused', read > 0 && refused > 0 && misread === 0)
  checks.expect('both decoders give the same numbers', values > 0 && different === 0, `${different} different`)
}

const isSame = (one: Values, other: Values): boolean => {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]))
}

const productOf = (below: Seeded): Product => {
  const points = Array.from({ length: POINTS }, (_, at) => pointOf(below, `k${at}`))
  const compiled = compileDecoder(points)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  const plan = planPoints(points)
  return { decode: compiled.decoder.decode, spell: (blocks) => decodePlan(plan, blocks) }
}

const BUSES = [1, 2, 3, 3, 3, 4] as const satisfies readonly QueryCommand[]
const SCALES = [
  'raw',
  'raw*0.1',
  'raw*0.5',
  'raw/4',
  '-raw*2+25',
  'raw>9?raw:-raw',
  '100/raw',
  'round(raw*0.3)',
] as const
/** The first six are never calculated points. */
const CALCULATED = ['k0+k1', 'k2*0.5', 'k3>k4?k3:k4-1', '1/k5', 'min(k0,k1)'] as const
const NEVER_CALCULATED = 6

const pointOf = (below: Seeded, key: string): Point => {
  const drawn = DATA_TYPES[below(DATA_TYPES.length)] ?? 'u16'
  const data_type = drawn === 'calc' && Number(key.slice(1)) < NEVER_CALCULATED ? 'u16' : drawn
  return {
    key,
    address: below(60),
    reg_len: 1,
    query_cmd: pick(below, BUSES),
    write_cmd: null,
    rw: 'r',
    data_type,
    bit: data_type === 'bit' ? below(16) : null,
    formulas: {
      read: data_type === 'calc' ? pick(below, CALCULATED) : pick(below, SCALES),
      write: null,
      display: null,
    },
    min: null,
    max: null,
    step: null,
    invalid: below(4) === 0 ? [0x7fff] : [],
  }
}

const reportOf = (below: Seeded) => ({
  type: pick(below, [1, 2, 3] as const),
  seq: below(65_536),
  ts: below(2 ** 32),
  flags: NO_FLAGS,
  rssi_dbm: null,
  csq: null,
  blocks: Array.from({ length: 1 + below(4) }, () => blockOf(below)),
})

const blockOf = (below: Seeded): Block => {
  const fn = pick(below, BUSES)
  const quantity = 1 + below(30)
  const bytes = fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2
  return {
    slave: 1,
    fn,
    start: below(40),
    quantity,
    status: 0,
    data: Uint8Array.from({ length: bytes }, () => below(256)),
  }
}
