import type { ImportField } from '@heatfleet/contract/products/import.ts'
import { SEMANTIC_TAGS } from '@heatfleet/contract/products/semantic-tags.ts'
import { accessOf, queryCommandOf } from '../import-cells.ts'
import { addressCellOf } from './address-cell.ts'
import { choiceCellOf } from './choice-cell.ts'
import { scaleCellOf } from './number-cell.ts'
import { rangeCellOf } from './range-cell.ts'
import { typeCellOf } from './type-cell.ts'

/** Numbers, also with a unit behind. */
const NUMERIC = /^[-+−]?\d+(?:[.,]\d+)?\s*[^\d\s]{0,6}$/
const NOTHING = /^(?:|-|—|–|\/|n\/?a|\.{3,})$/i

const TESTS: Partial<Record<ImportField, (text: string) => boolean>> = {
  address: (text) => addressCellOf(text, false) !== null || /^[0-9a-f]{2,4}h?$/i.test(text),
  address_hex: (text) => addressCellOf(text, true) !== null,
  type: (text) => typeCellOf(text).name !== null,
  access: (text) => accessOf(text) !== null,
  fn: (text) => queryCommandOf(text) !== null,
  scale: (text) => scaleCellOf(text, null) !== null,
  divisor: (text) => scaleCellOf(text, true) !== null,
  offset: (text) => NUMERIC.test(text),
  min: (text) => NUMERIC.test(text),
  max: (text) => NUMERIC.test(text),
  slave: (text) => /^\d{1,3}$/.test(text),
  bit_len: (text) => /^\d{1,2}$/.test(text),
  bit: (text) => /^(?:b(?:it)?\s*)?\d{1,2}$/i.test(text),
  reg_len: (text) => /^\d{1,2}$/.test(text),
  range: (text) => rangeCellOf(text) !== null || choiceCellOf(text).kind === 'choices',
  enum: (text) => choiceCellOf(text).kind === 'choices',
  unit: (text) => text.length <= 30 && !/^\d+$/.test(text),
  name: (text) => /\p{L}/u.test(text) && rangeCellOf(text) === null,
  key: (text) => /^[a-z][\w.]*$/i.test(text),
  code: (text) => text.length <= 20,
  tag: (text) => SEMANTIC_TAGS.some((tag) => tag === text),
  order: (text) => /be|le|ab|cd|big|little|swap|high|low|first/i.test(text),
}

/** The part of a column's cells that can be read as a field, 0..1; 1 where the column is empty or takes any text. */
export const contentFit = (field: ImportField, cells: readonly string[]): number => {
  const test = TESTS[field]
  if (test === undefined) return 1
  const told = cells.filter((text) => !NOTHING.test(text))
  if (told.length === 0) return field === 'address' || field === 'name' ? 0 : 1
  return told.filter(test).length / told.length
}

/** Kinds of text that a type column of codes alone has: few short words, each in many rows. */
export const looksCoded = (cells: readonly string[]): boolean => {
  const told = cells.filter((text) => !NOTHING.test(text))
  const words = new Set(told)
  return told.length > 0 && words.size <= 12 && [...words].every((word) => word.length <= 20)
}
