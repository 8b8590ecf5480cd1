import type { DataPoint, Words } from '@heatfleet/contract/products/points.ts'
import type { DataType, QueryCommand } from '@heatfleet/modbus/point.ts'
import { numberOf } from '../../sheets/cell-values.ts'

/** Meaning of the cells of register lists; null = not recognised. Text comes trimmed and in compatible form (NFKC). */

const FUNCTIONS: Record<string, QueryCommand> = {
  coil: 1,
  coils: 1,
  线圈: 1,
  cewka: 1,
  discrete: 2,
  'discrete input': 2,
  离散输入: 2,
  holding: 3,
  'holding register': 3,
  保持寄存器: 3,
  input: 4,
  'input register': 4,
  输入寄存器: 4,
}

/** Function code of a read: its number in decimal or hex, or the name of the table. */
export const queryCommandOf = (text: string): QueryCommand | null => {
  const mapped = FUNCTIONS[text.toLowerCase()]
  if (mapped !== undefined) return mapped
  const number = /^(?:0x)?0?([1-4])h?$/i.exec(text)?.[1]
  return number === undefined ? null : (Number(number) as QueryCommand) // one of four digits
}

const TYPES: Record<string, DataType> = {
  u8low: 'u8_low',
  u8high: 'u8_high',
  s8low: 's8_low',
  s8high: 's8_high',
  bool: 'bool',
  boolean: 'bool',
  switch: 'bool',
  布尔: 'bool',
  enum: 'enum',
  枚举: 'enum',
  bcdlow: 'bcd_low',
  bcdhigh: 'bcd_high',
  bit: 'bit',
  位: 'bit',
  u16: 'u16',
  uint16: 'u16',
  uint: 'u16',
  word: 'u16',
  unsigned: 'u16',
  bitfield: 'u16',
  无符号: 'u16',
  s16: 's16',
  int16: 's16',
  int: 's16',
  signed: 's16',
  short: 's16',
  有符号: 's16',
  u32be: 'u32_be',
  u32le: 'u32_le',
  s32be: 's32_be',
  s32le: 's32_le',
  float32be: 'float32_be',
  float32le: 'float32_le',
  calc: 'calc',
}
/** Names that do not say which word comes first; the usual order is assumed, and reported. */
const WITHOUT_ORDER: Record<string, DataType> = {
  u32: 'u32_be',
  uint32: 'u32_be',
  dword: 'u32_be',
  s32: 's32_be',
  int32: 's32_be',
  long: 's32_be',
  float32: 'float32_be',
  float: 'float32_be',
  real: 'float32_be',
}

/** A data type by one of its names; `guessed` = the list does not state the word order. */
export const dataTypeOf = (text: string): { type: DataType; guessed: boolean } | null => {
  const name = text.toLowerCase().replaceAll(/[\s_-]+/g, '')
  const type = TYPES[name]
  if (type !== undefined) return { type, guessed: false }
  const guess = WITHOUT_ORDER[name]
  return guess === undefined ? null : { type: guess, guessed: true }
}

/** Read or write, in three languages; null = not recognised. */
export const accessOf = (text: string): 'r' | 'rw' | null => {
  const word = text.toLowerCase().replaceAll(/[\s/_-]+/g, '')
  if (['r', 'ro', 'read', 'readonly', '只读', '读', 'odczyt'].includes(word)) return 'r'
  return ['rw', 'wr', 'w', 'readwrite', 'wo', 'write', '读写', '可写', '写', 'odczytzapis', 'zapis'].includes(word)
    ? 'rw'
    : null
}

export const flagOf = (text: string): boolean =>
  ['1', 'true', 'yes', 'y', 'x', '是', '√', 'tak', 't'].includes(text.toLowerCase())

const same = (name: string): Words => ({ en: name, zh: name, pl: name })

/** `0=off;1=on`, also with `:` and commas or line breaks; a name may hold three languages as `en|zh|pl`. Null = unreadable. */
export const choicesOf = (text: string): DataPoint['choices'] | null => {
  const choices: DataPoint['choices'] = []
  for (const part of text.split(/[;\n,，、]+/)) {
    if (part.trim() === '') continue
    const found = /^\s*(-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?))\s*[=:.\-–]\s*(.*?)\s*$/i.exec(part)
    const value = found === null ? null : numberOf(found[1] ?? '')
    const name = found?.[2] ?? ''
    if (value === null || name === '') return null
    const [en = name, zh, pl] = name.split('|').map((word) => word.trim())
    choices.push({ value, names: zh === undefined || pl === undefined ? same(name) : { en, zh, pl } })
  }
  return choices
}
