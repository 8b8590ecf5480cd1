import { lengthOf } from './data-type.ts'
import { encodeWrite, isCoilWrite, resolveLimits, type Write, type WriteFault } from './encode.ts'
import { MAX_WRITE_REGISTERS } from './frame.ts'
import { blocksOfSlave, locate } from './locate.ts'
import type { Block, Point, Values } from './point.ts'

type EncodedGroup =
  | { ok: true; write: Extract<Write, { fn: 15 | 16 }> }
  /** `key` = the point that cannot be written. */
  | { ok: false; reason: WriteFault; key: string }

/** Coils of one group: as many as a module reads back in one answer. */
const GROUP_COILS_MAX = 125

/** The run of registers (or coils) that points written together take; null where they have none in common. */
export const spanOfGroup = (
  group: readonly Pick<Point, 'slave' | 'query_cmd' | 'address' | 'data_type' | 'reg_len'>[],
): { fn: 1 | 3; start: number; count: number } | null => {
  const [first] = group
  if (first === undefined || (first.query_cmd !== 1 && first.query_cmd !== 3)) return null
  const is_one = group.every(
    (point) => point.query_cmd === first.query_cmd && (point.slave ?? null) === (first.slave ?? null),
  )
  const start = Math.min(...group.map(({ address }) => address))
  const count = Math.max(...group.map((point) => point.address + lengthOf(point))) - start
  const most = first.query_cmd === 1 ? GROUP_COILS_MAX : MAX_WRITE_REGISTERS
  return is_one && count <= most ? { fn: first.query_cmd, start, count } : null
}

/**
 * One write of everything that belongs together (a clock, a heating curve): function 16, or 15 for coils, from the first register of
 * the group to its last. What `wanted` does not set keeps what was last read; a register that was never read refuses the write.
 */
export const encodeWriteGroup = (
  group: readonly Point[],
  wanted: ReadonlyMap<string, number>,
  latest: readonly Block[],
  values: Values,
  named_slaves: ReadonlySet<number> = new Set(),
): EncodedGroup => {
  const span = spanOfGroup(group)
  const [first] = group
  if (span === null || first === undefined) return { ok: false, reason: 'not_writable', key: first?.key ?? '' }
  const blocks = blocksOfSlave(latest, first.slave, named_slaves)
  const present = { ...values, ...Object.fromEntries(wanted) }
  const words = Array.from({ length: span.count }, (_, at) => wordAt(blocks, span.fn, span.start + at))
  for (const point of group) {
    const value = wanted.get(point.key)
    if (value === undefined) continue
    const at = point.address - span.start
    const encoded = encodeWrite(point, value, { limits: resolveLimits(point, present), currentWord: words[at] ?? null })
    if (!encoded.ok) return { ok: false, reason: encoded.reason, key: point.key }
    if (isCoilWrite(point) !== (span.fn === 1)) return { ok: false, reason: 'not_writable', key: point.key }
    for (const [index, word] of wordsOfWrite(encoded.write).entries()) words[at + index] = word
  }
  const unknown = words.indexOf(null)
  const known = words.filter((word) => word !== null)
  if (unknown !== -1) return { ok: false, reason: 'needs_current_word', key: first.key }
  const { start } = span
  return {
    ok: true,
    write: span.fn === 1 ? { fn: 15, start, coils: known.map((word) => word === 1) } : { fn: 16, start, words: known },
  }
}

/** What a write puts into its registers; of coils 0 or 1 each. */
export const wordsOfWrite = (write: Write): number[] => {
  if (write.fn === 5) return [Number(write.coil)]
  return write.fn === 15 ? write.coils.map(Number) : write.words
}

const wordAt = (blocks: readonly Block[], fn: 1 | 3, address: number): number | null => {
  const block = locate(blocks, fn, address, 1)
  if (block === null) return null
  const at = address - block.start
  if (fn === 1) return ((block.data[at >> 3] ?? 0) >> (at & 7)) & 1
  return ((block.data[2 * at] ?? 0) << 8) | (block.data[2 * at + 1] ?? 0)
}
