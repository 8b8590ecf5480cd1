import { isText, lengthOf } from './data-type.ts'
import { blocksOfSlave, locate, namedSlaves } from './locate.ts'
import type { Block, DataType, Point } from './point.ts'

type TextPoint = Pick<Point, 'data_type' | 'reg_len'>

/** Texts by point key: serial numbers, models. One that is not reported, or of padding alone, is left out. */
export const decodeTexts = (points: readonly Point[], blocks: readonly Block[]): Record<string, string> => {
  const named = namedSlaves(points)
  const texts: Record<string, string> = {}
  for (const point of points) {
    if (!isText(point.data_type)) continue
    const block = locate(blocksOfSlave(blocks, point.slave, named), point.query_cmd, point.address, lengthOf(point))
    const at = block === null ? 0 : (point.address - block.start) * 2
    const text = block === null ? null : textOf(point, block.data.subarray(at, at + point.reg_len * 2))
    if (text !== null) texts[point.key] = text
  }
  return texts
}

/**
 * The characters in the bytes of a text, as ASCII: up to the first NUL, without blanks and 0xFF around them (boards pad with all
 * three). Null where nothing is left, or where a byte is no character: the text is then of another order or length.
 */
const textOf = ({ data_type }: Pick<Point, 'data_type'>, bytes: Uint8Array): string | null => {
  const characters = inOrder(data_type, bytes)
  const end = characters.indexOf(0)
  const text = (end === -1 ? characters : characters.slice(0, end))
    .map((code) => String.fromCharCode(code))
    .join('')
    .replaceAll(/^[ \u00ff]+|[ \u00ff]+$/g, '')
  return /^[\x20-\x7e]+$/.test(text) ? text : null
}

/** The registers of a text, padded with NUL; null where it is too long or no ASCII. */
export const textWords = ({ data_type, reg_len }: TextPoint, text: string): number[] | null => {
  const wide = data_type === 'text_wide'
  if (!/^[\x20-\x7e]*$/.test(text) || text.length > reg_len * (wide ? 1 : 2)) return null
  const code = (at: number): number => (at < text.length ? text.charCodeAt(at) : 0)
  return Array.from({ length: reg_len }, (_, at) => {
    if (wide) return code(at)
    const [first, second] = [code(2 * at), code(2 * at + 1)]
    return data_type === 'text_swapped' ? second * 256 + first : first * 256 + second
  })
}

const inOrder = (type: DataType, bytes: Uint8Array): number[] => {
  if (type === 'text') return [...bytes]
  if (type === 'text_wide') return [...bytes].filter((_, at) => at % 2 === 1)
  return Array.from(bytes, (_, at) => bytes[at ^ 1] ?? 0)
}
