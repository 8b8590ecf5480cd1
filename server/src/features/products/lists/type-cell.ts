import type { DataType } from '@heatfleet/modbus/point.ts'
import { type ScaleCell, scaleCellOf } from './number-cell.ts'

/** Types of two or four registers, whose words have an order. */
export type WideType = 'u32' | 's32' | 'float32' | 'u64' | 's64' | 'float64' | 'bcd32' | 'sbcd32'
export type WordOrder = 'be' | 'le' | 'be_swapped' | 'le_swapped'

/** What a type cell names. `byte` = eight bits of a word, which half is not told; `text` = characters; `wide` = 32 or 64 bits, order perhaps not. */
export type TypeName =
  | { kind: 'type'; type: DataType }
  | { kind: 'text'; type: 'text' | 'text_swapped' | 'text_wide'; characters: number | null }
  | { kind: 'byte'; signed: boolean }
  | { kind: 'wide'; of: WideType; order: WordOrder | null }

/** A type cell with what else stands in it: a factor, values with a name. */
type TypeCell = { word: string; name: TypeName | null; scale: ScaleCell | null; choices: string }

const PLAIN: Record<string, DataType> = {
  u8low: 'u8_low',
  u8high: 'u8_high',
  s8low: 's8_low',
  s8high: 's8_high',
  bool: 'bool',
  boolean: 'bool',
  switch: 'bool',
  flag: 'bool',
  布尔: 'bool',
  开关: 'bool',
  enum: 'enum',
  枚举: 'enum',
  bcd16: 'bcd16',
  bcd4digits: 'bcd16',
  sbcd16: 'sbcd16',
  signedbcd16: 'sbcd16',
  u16swapped: 'u16_swapped',
  s16swapped: 's16_swapped',
  bcdlow: 'bcd_low',
  bcdhigh: 'bcd_high',
  bit: 'bit',
  位: 'bit',
  word: 'u16',
  unsigned: 'u16',
  bitfield: 'u16',
  bitmap: 'u16',
  bitflag: 'u16',
  bitflags: 'u16',
  bitmask: 'u16',
  bits: 'u16',
  无符号: 'u16',
  signed: 's16',
  short: 's16',
  有符号: 's16',
  calc: 'calc',
}
const WIDE: Record<string, WideType> = {
  ulint: 'u64',
  qword: 'u64',
  lint: 's64',
  double: 'float64',
  lreal: 'float64',
  bcd8digits: 'bcd32',
  bcd32: 'bcd32',
  sbcd32: 'sbcd32',
  signedbcd32: 'sbcd32',
  dword: 'u32',
  udint: 'u32',
  ulong: 'u32',
  dint: 's32',
  long: 's32',
  float: 'float32',
  real: 'float32',
  single: 'float32',
}
const BYTES: Record<string, boolean> = { byte: false, usint: false, uchar: false, sint: true, char: true, schar: true }

/** Names of a word whose bits mean something each. */
const BIT_FIELDS: ReadonlySet<string> = new Set(['bitfield', 'bitmap', 'bitflag', 'bitflags', 'bitmask', 'bits'])
export const isBitField = (text: string): boolean => BIT_FIELDS.has(bareName(text))

const bareName = (text: string): string => text.toLowerCase().replaceAll(/[\s_\-.]+/g, '')

/** A data type by one of its names; null = unknown. */
export const typeNameOf = (text: string): TypeName | null => {
  const name = bareName(text)
  if (name === '') return null
  const characters = textNameOf(name)
  if (characters !== null) return characters
  const plain = PLAIN[name]
  if (plain !== undefined) return { kind: 'type', type: plain }
  const order = orderOf(name)
  const bare = order === null ? name : name.replace(ORDERED, '')
  const wide = WIDE[bare]
  if (wide !== undefined) return { kind: 'wide', of: wide, order }
  const byte = BYTES[bare]
  if (byte !== undefined) return { kind: 'byte', signed: byte }
  if (/^(?:float|real|f|ieee(?:754)?(?:float)?|浮点)(?:32|64)?(?:bits?|位)?$/.test(bare))
    return { kind: 'wide', of: bare.includes('64') ? 'float64' : 'float32', order }
  const number =
    /^(unsignedinteger|unsignedint|unsigned|uint|ui|u|无符号)(8|16|32|64)?(?:bits?|位)?(?:t)?$/.exec(bare) ??
    /^(signedinteger|signedint|signed|sint|int|s|i|有符号)(8|16|32|64)?(?:bits?|位)?(?:t)?$/.exec(bare) ??
    bySize(bare)
  if (number === null) return null
  const signed = !/^(?:u|无)/.test(number[1] ?? '')
  if (number[2] === '8') return { kind: 'byte', signed }
  if (number[2] === '32') return { kind: 'wide', of: signed ? 's32' : 'u32', order }
  if (number[2] === '64') return { kind: 'wide', of: signed ? 's64' : 'u64', order }
  if (number[2] === undefined && !/^(?:uint|int|unsigned|signed)$/.test(number[1] ?? '')) return null
  return { kind: 'type', type: signed ? 's16' : 'u16' }
}

/** `ASCII`, `string[20]`, `char(16)`, `text_swapped`; one char alone is a number of eight bits. */
const textNameOf = (name: string): Extract<TypeName, { kind: 'text' }> | null => {
  const found =
    /^(?:(?:visible|ascii|utf8)?string|str|ascii|text|utf8|字符串?|文本|zeichenkette|zeichen|cadena|tekst|chars|char(?=[[(*]?\d))(?:ascii|utf8)?[[(*]?(\d{1,3})?(?:bytes?|chars?|characters)?[\])]?(swapped|wide)?$/.exec(
      name,
    )
  if (found === null) return null
  const type = found[2] === 'swapped' ? 'text_swapped' : found[2] === 'wide' ? 'text_wide' : 'text'
  return { kind: 'text', type, characters: found[1] === undefined ? null : Number(found[1]) }
}

/** `16bitunsigned`, `32位有符号`. */
const bySize = (name: string): [string, string, string] | null => {
  const found =
    /^(8|16|32|64)(?:bits?|位)?(unsigned(?:int(?:eger)?)?|signed(?:int(?:eger)?)?|uint|int|无符号|有符号)/.exec(name)
  return found === null ? null : [found[0], found[2] ?? '', found[1] ?? '']
}

const ORDERED =
  /(?:beswapped|leswapped|be|le|abcd|cdab|badc|dcba|bigendian|littleendian|swapped|wordswapped|msw|lsw|mswfirst|lswfirst)$/
const orderOf = (name: string): WordOrder | null => {
  const found = ORDERED.exec(name)?.[0]
  if (found === undefined) return null
  if (/^(?:badc|beswapped)/.test(found)) return 'be_swapped'
  if (/^(?:dcba|leswapped)/.test(found)) return 'le_swapped'
  return /^(?:be|abcd|big|msw)/.test(found) ? 'be' : 'le'
}

/** `s16 /10`, `u16 (enum: 0=Off, 1=On)`, `FLOAT, word-swapped`. */
export const typeCellOf = (text: string): TypeCell => {
  const known = READ.get(text)
  if (known !== undefined) return known
  const cell = readTypeCell(text)
  if (READ.size < READ_MAX) READ.set(text, cell)
  return cell
}

/** Cells read before: a list has few types in many rows. */
const READ = new Map<string, TypeCell>()
const READ_MAX = 1_000

const readTypeCell = (text: string): TypeCell => {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  const listed = /\((?:enum|bool|bits?|values?|werte)?\s*(?:inverted|invertiert)?\s*:?\s*(-?\d+\s*[=:].*)\)\s*$/i.exec(
    plain,
  )
  const choices = listed?.[1] ?? ''
  const rest = (listed === null ? plain : plain.slice(0, listed.index)).trim()
  const factor = /^(.*?[a-z0-9)])\s*([/÷*×x]\s*\d+(?:[.,]\d+)?)$/i.exec(rest)
  const word = (factor === null ? rest : (factor[1] ?? '')).replace(/[\s(,;:]+$/, '')
  const scale = factor === null || typeNameOf(rest) !== null ? null : scaleCellOf(factor[2] ?? '', null)
  const used = scale === null ? rest : word
  return {
    word: used,
    name: typeNameOf(used) ?? typeNameOf(used.replace(/\(.*?\)/g, '').replace(/,.*$/, '')),
    scale,
    choices,
  }
}
