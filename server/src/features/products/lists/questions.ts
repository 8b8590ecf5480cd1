import { type ImportQuestion, QUESTION_KINDS, type QuestionKind } from '@heatfleet/contract/products/import.ts'
import { addressOfLine, basesOf, type CellOf, type Conventions, protocolAddress } from './conventions.ts'
import { rounded } from './number-cell.ts'
import type { Open, ReadRow } from './read-line.ts'
import type { ListLine, RegisterList } from './register-list.ts'
import { typeCellOf } from './type-cell.ts'

type Asked = { line: ListLine; read: ReadRow; rows: number; about: string; kind: QuestionKind }

/** Collects what rows leave open: one question each, with the first row it is about. */
export const questionCollector = (
  list: RegisterList,
  conventions: Conventions,
  cell: CellOf,
  answers: Readonly<Record<string, string>>,
) => {
  const asked = new Map<string, Asked>()
  return {
    add: (line: ListLine, read: ReadRow, { id, kind, about }: Open): void => {
      const known = asked.get(id)
      if (known !== undefined) known.rows++
      else asked.set(id, { line, read, rows: 1, about, kind })
    },
    questions: (): ImportQuestion[] =>
      [...asked]
        .toSorted(([, a], [, b]) => QUESTION_KINDS.indexOf(a.kind) - QUESTION_KINDS.indexOf(b.kind))
        .map(
          ([id, one]): ImportQuestion => ({
            id,
            kind: one.kind,
            about: one.about,
            rows: one.rows,
            example: { place: one.line.place, name: nameOf(one.line, cell), text: exampleText(list, one, cell) },
            options: optionsOf(list, conventions, one, cell),
            answer: answers[id] ?? null,
          }),
        ),
  }
}

const nameOf = (line: ListLine, cell: CellOf): string =>
  (cell(line, 'name_en') || cell(line, 'name') || cell(line, 'name_zh') || cell(line, 'key')).slice(0, 80)

const exampleText = (list: RegisterList, { kind, line, read, about }: Asked, cell: CellOf): string => {
  const texts: Record<QuestionKind, () => string> = {
    map: () => '',
    base: () => cell(line, 'address') || cell(line, 'address_hex'),
    fn: () => cell(line, 'address') || cell(line, 'address_hex'),
    type: () => about,
    sign: () => `0xFFF6`,
    order: () => '0x41AC 0x0000',
    scale: () =>
      `${list.columns.find(({ title }) => title === about)?.title ?? about}: ${read.values?.scale_open?.number ?? ''}`,
    limits: () =>
      [cell(line, 'range'), [cell(line, 'min'), cell(line, 'max')].filter(Boolean).join(' … ')].find(
        (text) => text !== '',
      ) ?? '',
  }
  return texts[kind]().slice(0, 100)
}

/** Raw number that a factor is shown with: twenty-odd degrees at a tenth. */
const RAW = 235

const BYTE_OPTIONS = { true: ['s8_low', 's8_high', 's16'], false: ['u8_low', 'u8_high', 'u16'] } as const
const CODE_OPTIONS = [
  'u16',
  's16',
  'u16*0.1',
  's16*0.1',
  'u16*0.01',
  's16*0.01',
  'bool',
  'u32',
  's32',
  'float32',
] as const

const optionsOf = (
  list: RegisterList,
  conventions: Conventions,
  { kind, line, read, about }: Asked,
  cell: CellOf,
): ImportQuestion['options'] => {
  const unit = read.values?.cells.unit ?? ''
  const withUnit = (number: number): string => `${rounded(number)} ${unit}`.trim()
  switch (kind) {
    case 'map':
      return list.maps.map(({ name }) => ({ value: name.slice(0, 100), result: '' }))
    case 'base': {
      const address = addressOfLine(list, line, cell)
      return basesOf(conventions.style).map((value) => ({
        value,
        result: address === null ? '' : String(protocolAddress(address, value) ?? ''),
      }))
    }
    case 'fn':
      return ['3', '4', 'by_access', '1', '2'].map((value) => ({ value, result: '' }))
    case 'type': {
      const { name } = typeCellOf(about)
      const values = name?.kind === 'byte' ? BYTE_OPTIONS[`${name.signed}`] : CODE_OPTIONS
      return values.map((value) => ({ value, result: typeResult(value, withUnit) }))
    }
    case 'sign':
      return [
        { value: 'u16', result: '65526' },
        { value: 's16', result: '-10' },
        { value: 'by_unit', result: '' },
      ]
    case 'order':
      return [
        { value: 'be', result: '21.5' },
        { value: 'le', result: '2.3e-41' },
      ]
    case 'scale': {
      const number = read.values?.scale_open?.number ?? 1
      return [
        { value: 'multiply', result: `${RAW} → ${withUnit(RAW * number)}` },
        { value: 'divide', result: `${RAW} → ${withUnit(RAW / number)}` },
      ]
    }
    case 'limits': {
      const { scale = 1, limits = [] } = read.values ?? {}
      return [
        { value: 'value', result: limits.map(withUnit).join(' … ') },
        { value: 'raw', result: limits.map((limit) => withUnit(limit * scale)).join(' … ') },
      ]
    }
    default:
      return kind satisfies never
  }
}

const typeResult = (value: string, withUnit: (number: number) => string): string => {
  if (value.endsWith('_low')) return '0x1234 → 52'
  if (value.endsWith('_high')) return '0x1234 → 18'
  const factor = value.split('*')[1]
  return factor === undefined ? '' : `${RAW} → ${withUnit(RAW * Number(factor))}`
}

/** The question which of several maps in one file is taken; its answer takes the other tables away. */
export const mapQuestion = (list: RegisterList, answer: string | undefined): ImportQuestion | null =>
  list.maps.length === 0
    ? null
    : {
        id: 'map',
        kind: 'map',
        about: '',
        rows: list.lines.length,
        example: { place: '', name: '', text: '' },
        options: list.maps.map(({ name }) => ({ value: name.slice(0, 100), result: '' })),
        answer: answer ?? null,
      }
