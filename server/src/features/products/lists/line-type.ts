import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { DataType, QueryCommand } from '@heatfleet/modbus/point.ts'
import type { AddressCell } from './address-cell.ts'
import { choiceCellOf } from './choice-cell.ts'
import type { Get, LineContext, Open, Report } from './read-line.ts'
import type { ListLine } from './register-list.ts'
import { isBitField, type TypeName, typeCellOf, typeNameOf, type WideType, type WordOrder } from './type-cell.ts'

/** The type of a row's values; null = open. `scale` = by the answer to what its name stands for. */
type ReadType = {
  type: DataType | null
  cell: ReturnType<typeof typeCellOf>
  scale: number | null
  /** Of a text, where its type tells them. */
  characters: number | null
}

const BYTES = { low: { true: 's8_low', false: 'u8_low' }, high: { true: 's8_high', false: 'u8_high' } } as const
const PARTS: Record<string, 'low' | 'high'> = {
  low8: 'low',
  low: 'low',
  lsb: 'low',
  lo: 'low',
  l: 'low',
  低字节: 'low',
  high8: 'high',
  high: 'high',
  msb: 'high',
  hi: 'high',
  h: 'high',
  高字节: 'high',
}
/** Kinds of values that no point can have. */
const UNREADABLE = /datetime/i

/** Reads the type from its cell, its part of the register, or what else the row tells of its sign. */
export const readType = (
  line: ListLine,
  fn: QueryCommand | null,
  address: AddressCell | null,
  { list, conventions, reading: { answers } }: LineContext,
  get: Get,
  report: Report,
  open: Open[],
): ReadType => {
  const cell = typeCellOf(get('type'))
  const is = (type: DataType | null, scale: number | null = null): ReadType => ({ type, cell, scale, characters: null })
  if (fn !== null && fn <= 2) return is('bit')
  const part = address?.part ?? PARTS[get('part').toLowerCase()] ?? null
  const has_bit = get('bit') !== '' || (address?.bit ?? null) !== null
  const wide = (of: WideType, order: WordOrder | null): ReadType => {
    const told = order ?? orderOf(get('order')) ?? list.facts.order
    if (told !== null) return is(`${of}_${told}` as DataType) // a wide type of each order
    if (list.is_neutral) {
      report('type_guessed', 'type', { fix: `${of}_be`, severity: 'warning' })
      return is(`${of}_be` as DataType)
    }
    const answer = answers.order === 'be' || answers.order === 'le' ? answers.order : null
    open.push({ id: 'order', kind: 'order', about: '', is_answered: answer !== null })
    return is(`${of}_${answer ?? 'be'}` as DataType)
  }
  const named = (name: TypeName): ReadType => {
    if (name.kind === 'wide') return wide(name.of, name.order)
    if (name.kind === 'text') return readText(name)
    if (name.kind === 'type') {
      if (Number(get('reg_len')) === 2 && wordsOf(name.type) === 1 && /^[us]16$/.test(name.type))
        report('length_differs', 'reg_len', { text: `${get('reg_len')} × ${cell.word}` })
      return is(name.type)
    }
    if (part !== null) return is(BYTES[part][`${name.signed}`])
    return asked()
  }
  const readText = ({ type, characters }: Extract<TypeName, { kind: 'text' }>): ReadType => {
    const order = orderOf(get('order'))
    const is_swapped = type === 'text' && order?.endsWith('_swapped') === true
    return { ...is(is_swapped ? 'text_swapped' : type), characters }
  }
  const asked = (): ReadType => {
    const id = `type:${cell.word.slice(0, 40)}`
    const answer = answers[id]
    open.push({ id, kind: 'type', about: cell.word, is_answered: answer !== undefined })
    return answer === undefined ? is(null) : answeredType(answer)
  }
  const answeredType = (answer: string): ReadType => {
    const [type = '', factor] = answer.split('*')
    const name = typeNameOf(type)
    if (name === null || name.kind === 'byte' || name.kind === 'text') return is(null)
    return {
      ...(name.kind === 'wide' ? wide(name.of, name.order) : is(name.type)),
      scale: factor === undefined ? null : Number(factor),
    }
  }
  if (cell.word !== '') {
    if (cell.name !== null) {
      const read = named(cell.name)
      if (isBitField(cell.word) && !has_bit) report('bits_as_word', 'type', { severity: 'warning' })
      const is_word = read.type === 'u16' || read.type === 's16'
      return has_bit && is_word ? is(get('bit_len') === '' ? 'bit' : 'bits') : read
    }
    if (conventions.codes.has(cell.word) && !UNREADABLE.test(cell.word)) return asked()
    report('type_unknown', 'type')
    return is(null)
  }
  if (part !== null) return is(BYTES[part].false)
  if (has_bit) return is('bit')
  const is_wide = Number(get('reg_len')) === 2
  if (list.is_neutral) return is_wide ? is('u32_be') : is('u16')
  const marked = list.facts.signed_marks.some((mark) => line.cells.some((text) => text.includes(mark)))
  if (marked && !is_wide) return is('s16')
  const lowest = Math.min(lowestOf(get('min')), lowestOf(get('range')))
  if (lowest < 0 && !is_wide) return is('s16')
  if (/(?:^|[\s;,(])signed\b/i.test(get('note')) && !is_wide) return is('s16')
  const is_named = (['enum', 'range', 'note'] as const).some((field) => {
    const found = choiceCellOf(get(field))
    return found.kind === 'choices' && found.choices.length > 1
  })
  if (is_named && !is_wide) return is('u16')
  const sign =
    answers.sign === 'by_unit'
      ? /°[CF]|^K$/.test(get('unit'))
        ? 's'
        : 'u'
      : answers.sign === 's16'
        ? 's'
        : answers.sign === 'u16'
          ? 'u'
          : null
  open.push({ id: 'sign', kind: 'sign', about: '', is_answered: sign !== null })
  if (sign === null) return is(null)
  return is_wide ? wide(`${sign}32`, null) : is(`${sign}16`)
}

const lowestOf = (text: string): number => {
  const found = /^\s*([-−]\d+(?:[.,]\d+)?)/.exec(text)?.[1]
  return found === undefined ? 0 : Number(found.replace('−', '-').replace(',', '.'))
}

const orderOf = (text: string): WordOrder | null => {
  if (/^badc|^be_swapped/i.test(text)) return 'be_swapped'
  if (/^dcba|^le_swapped/i.test(text)) return 'le_swapped'
  if (/^(?:le|little|cdab|swap|low|lsw)/i.test(text)) return 'le'
  return /^(?:be|big|abcd|high|msw|normal)/i.test(text) ? 'be' : null
}
