import type { BenchRow } from '@heatfleet/contract/products/bench.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { isText, lengthOf } from '@heatfleet/modbus/data-type.ts'
import { decodePlan, rawOf } from '@heatfleet/modbus/decode.ts'
import { blocksOfSlave, locate, namedSlaves } from '@heatfleet/modbus/locate.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import type { Block, Values } from '@heatfleet/modbus/point.ts'
import { decodeTexts } from '@heatfleet/modbus/text.ts'

type Reading = NonNullable<BenchRow['draft']>

/**
 * What the draft and the published version make of the same blocks, side by side. Points with a faulty definition are
 * absent; those that the frame does not touch and that neither side has a value for are left out.
 */
export const benchRows = (
  draft: readonly DataPoint[],
  published: readonly DataPoint[],
  blocks: readonly Block[],
): BenchRow[] => {
  const [of_draft, of_published] = [readAll(draft, blocks), readAll(published, blocks)]
  const points = new Map([...published, ...draft].map((point) => [point.key, point]))
  const named = namedSlaves(points.values())
  return [...points.values()].flatMap((point) => {
    const [left, right] = [of_draft.get(point.key) ?? null, of_published.get(point.key) ?? null]
    if (isOutside(left) && isOutside(right)) return []
    const { key, names, unit, address, data_type } = point
    return [
      {
        key,
        names,
        unit,
        address: data_type === 'calc' ? null : address,
        raw: rawText(point, blocksOfSlave(blocks, point.slave, named)),
        draft: left,
        published: right,
        differs: (left?.value ?? null) !== (right?.value ?? null) || (left?.text ?? null) !== (right?.text ?? null),
      },
    ]
  })
}

const isOutside = (reading: Reading | null): boolean => reading === null || reading.absent === 'not_in_frame'

const readAll = (points: readonly DataPoint[], blocks: readonly Block[]): Map<string, Reading> => {
  const plan = planPoints(points)
  const values = decodePlan(plan, blocks)
  const texts = decodeTexts(points, blocks)
  const ofSlave = ({ slave }: DataPoint) => blocksOfSlave(blocks, slave, plan.named_slaves)
  return new Map(points.map((point) => [point.key, readingOf(point, ofSlave(point), values, texts)]))
}

const readingOf = (
  point: DataPoint,
  blocks: readonly Block[],
  values: Values,
  texts: Readonly<Record<string, string>>,
): Reading => {
  const text = texts[point.key] ?? null
  const none = (absent: Reading['absent']): Reading => ({ value: null, text: null, absent })
  if (text !== null) return { value: null, text, absent: null }
  const value = values[point.key]
  if (value !== undefined) return { value, text: null, absent: null }
  if (point.data_type === 'calc') return none('needs_missing')
  const count = lengthOf(point)
  if (locate(blocks, point.query_cmd, point.address, count) === null) {
    const failed = blocks.some(
      ({ fn, start, quantity, status }) =>
        status !== 0 && fn === point.query_cmd && start <= point.address && point.address + count <= start + quantity,
    )
    return none(failed ? 'block_failed' : 'not_in_frame')
  }
  const without_sentinels = rawOf({ ...point, invalid: [] }, blocks)
  const is_invalid = !isText(point.data_type) && without_sentinels !== null && rawOf(point, blocks) === null
  return none(is_invalid ? 'invalid' : 'not_decodable')
}

/** The point's registers as they came, hex words; its bit for coils and discrete inputs. */
const rawText = (point: DataPoint, blocks: readonly Block[]): string | null => {
  if (point.data_type === 'calc') return null
  const count = lengthOf(point)
  const block = locate(blocks, point.query_cmd, point.address, count)
  if (block === null) return null
  const at = point.address - block.start
  if (point.query_cmd <= 2) return String(((block.data[at >> 3] ?? 0) >> (at & 7)) & 1)
  const words = Array.from({ length: count }, (_, n) => {
    const byte = (at + n) * 2
    return (((block.data[byte] ?? 0) << 8) | (block.data[byte + 1] ?? 0)).toString(16).padStart(4, '0')
  })
  return words.join(' ').toUpperCase()
}
