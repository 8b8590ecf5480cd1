import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ImportField } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import type { DataType } from '@heatfleet/modbus/point.ts'
import { numberOf } from '../../../sheets/cell-values.ts'
import type { Cells } from '../import-point.ts'
import { choiceCellOf } from './choice-cell.ts'
import { sameText } from './conventions.ts'
import { isKnownUnit } from './known-units.ts'
import { readLimits } from './line-limits.ts'
import { bracketsOf, clauseScale, passingScale, type Stated, sentenceScale } from './line-scale.ts'
import { rounded, scaleCellOf, unitCellOf } from './number-cell.ts'
import { rangeCellOf } from './range-cell.ts'
import type { LineContext, Open, Report } from './read-line.ts'
import type { ListLine } from './register-list.ts'
import type { typeCellOf } from './type-cell.ts'

/** Factor, unit, limits and named values of a row. */
export type LineValues = {
  cells: Cells
  choices: DataPoint['choices']
  scale: number
  /** Limits as they are written. */
  limits: readonly number[]
  scale_open: { number: number; about: string } | null
}

export type ValueTask = {
  line: ListLine
  context: LineContext
  get: (field: ImportField) => string
  report: Report
  open: Open[]
  type: DataType | null
  type_cell: ReturnType<typeof typeCellOf>
  coded_scale: number | null
  name: string
}

/** Cells that say nothing. */
export const NOTHING = /^(?:|-|—|–|\/|n\/?a|none|\.{3,})$/i
const SWITCH = /^(?:aus|off|apagado|wył|wyłączone)\s*\/\s*(?:ein|on|an|encendido|wł|załączone)$/i

/** Reads them together, since each cell may hold a part of another. */
export const readValues = (task: ValueTask): LineValues => {
  const { get, report, context } = task
  const notes = [get('note'), ...notedCells(task)]
  const stated: Stated[] = []
  const state = (from: Stated['from'], cell: Stated['cell'] | null, text: string): void => {
    if (cell !== null && !('scale' in cell && cell.scale === null)) stated.push({ from, cell, text })
  }
  const ranged = get('range') || ''
  const range = rangeCellOf(ranged) ?? (get('enum') === '' || get('max') !== '' ? null : rangeCellOf(get('enum')))
  const choices = readChoices(task, range !== null, notes)
  const slipped = slippedUnit(task)
  const unit_text = get('unit') || slipped?.text || ''
  const unit = unitCellOf(unit_text)
  if (SWITCH.test(unit_text) && choices.length === 0) choices.push(...switchChoices(unit_text))
  else if (unit.unclear && unit_text !== '') {
    report('unit_unclear', 'unit', { text: unit_text, severity: 'warning' })
    notes.push(unit_text)
  }
  if (!SWITCH.test(unit_text)) {
    if (unit.scale !== null) state('unit', { scale: unit.scale, unit: '' }, unit_text)
    if (unit.open !== null) state('unit', { open: unit.open, unit: '' }, unit_text)
  }
  for (const field of ['scale', 'divisor'] as const) readFactor(field, task, state)
  if (task.type_cell.scale !== null) state('type', task.type_cell.scale, get('type'))
  if (task.coded_scale !== null) state('type', { scale: task.coded_scale, unit: '' }, get('type'))
  if (range?.scale !== undefined && range.scale !== null) state('range', { scale: range.scale, unit: '' }, ranged)
  const named = bracketsOf(task.name)
  const unit_from_cells = [
    SWITCH.test(unit_text) ? '' : unit.unit,
    range?.unit ?? '',
    ...stated.map(({ cell }) => cell.unit),
  ]
  const is_stated = stated.length > 0
  if (!is_stated && named.scale !== null) state('name', named.scale, task.name)
  const told = sentenceScale(get('note')) ?? sentenceScale(get('enum'))
  if (stated.length === 0 && told !== null) state('note', { scale: told.scale, unit: told.unit }, get('note'))
  const clause = clauseScale(get('note'))
  if (stated.length === 0 && clause !== null) state('note', clause, get('note'))
  const passing = stated.length > 0 ? null : (passingScale(get('note')) ?? passingScale(get('type')))
  if (passing !== null) state('note', passing.scale, get('note'))
  const { scale, open } = settleScale(stated, task)
  const fallback = [
    named.unit,
    told?.unit ?? '',
    bracketsOf(get('type')).unit,
    clause?.unit ?? '',
    passing?.unit ?? '',
    bracketsOf(get('note')).unit,
    context.conventions.title_unit,
  ]
  const found_unit =
    unit.unclear && !SWITCH.test(unit_text) ? '' : ([...unit_from_cells, ...fallback].find((one) => one !== '') ?? '')
  const cells: Cells = {
    unit: isKnownUnit(found_unit) || found_unit.length <= LIMITS.unit_max ? unitName(found_unit) : '',
  }
  if (get('formula') === '' && scale !== null) cells.scale = String(scale)
  const limits = readLimits(
    task,
    {
      range,
      scale: scale ?? 1,
      slipped: slipped?.field ?? null,
      is_engineering: range?.scale !== null && range !== null,
    },
    cells,
    notes,
  )
  cells.note = noteOf(notes)
  if (Array.from(task.name).length > LIMITS.point_name_max) report('name_shortened', 'name', { severity: 'warning' })
  return { cells, choices, scale: scale ?? 1, limits, scale_open: open }
}

/** Columns without a field that are kept in the note, each with its title. */
const notedCells = ({ line, context: { list, reading } }: ValueTask): string[] =>
  (reading.noted ?? []).flatMap((at) => {
    const text = line.cells[at] ?? ''
    const title = list.columns[at]?.title ?? ''
    return NOTHING.test(text) ? [] : [title === '' ? text : `${title}: ${text}`]
  })

const noteOf = (notes: readonly string[]): string => {
  const text = [...new Set(notes.filter((note) => !NOTHING.test(note)))].join('; ').replaceAll(/\s*\n\s*/g, '; ')
  const characters = Array.from(text)
  return characters.length <= LIMITS.point_note_max
    ? text
    : `${characters.slice(0, LIMITS.point_note_max - 1).join('')}…`
}

const readFactor = (
  field: 'scale' | 'divisor',
  { get, report, context }: ValueTask,
  state: (from: Stated['from'], cell: Stated['cell'] | null, text: string) => void,
): void => {
  const text = get(field)
  if (NOTHING.test(text)) return
  const column = context.list.columns.find(({ guess }) => guess === field)?.title ?? ''
  const multiplies = /multipl|mnożnik|resol|auflösung|分辨率|精度/i.test(column) || context.list.is_neutral
  const cell = scaleCellOf(text, field === 'divisor' ? true : multiplies ? false : null)
  if (cell === null) report('number_wrong', field, { fix: /-?\d+(?:[.,]\d+)?/.exec(text)?.[0] ?? '' })
  state(field, cell, text)
}

/** One factor of all that is said: refused where two differ, open where one does not say multiply or divide. */
const settleScale = (
  stated: readonly Stated[],
  { open, report, context }: ValueTask,
): { scale: number | null; open: LineValues['scale_open'] } => {
  const known = new Map<number, Stated>()
  let left: LineValues['scale_open'] = null
  for (const one of stated) {
    if ('scale' in one.cell) {
      if (one.cell.scale !== null) known.set(one.cell.scale, one)
      continue
    }
    const number = one.cell.open
    const about =
      one.from === 'scale' || one.from === 'divisor'
        ? (context.list.columns.find(({ guess }) => guess === one.from)?.title ?? one.from).slice(0, 40)
        : one.from
    const id = `scale:${about}`
    const answer = context.reading.answers[id]
    left = { number, about }
    if (known.has(number) || known.has(rounded(1 / number))) continue
    open.push({ id, kind: 'scale', about, is_answered: answer === 'multiply' || answer === 'divide' })
    if (answer === 'multiply') known.set(number, one)
    else if (answer === 'divide') known.set(rounded(1 / number), one)
  }
  if (known.size > 1) {
    const [first, second] = [...known]
    report('number_wrong', first?.[1].from === 'divisor' ? 'divisor' : 'scale', {
      text: `${first?.[0]} (${first?.[1].text}) ≠ ${second?.[0]} (${second?.[1].text})`,
    })
  }
  return { scale: [...known.keys()][0] ?? null, open: left }
}

const readChoices = (
  { get, report, type_cell, context }: ValueTask,
  is_range: boolean,
  notes: string[],
): DataPoint['choices'] => {
  const own = get('enum')
  const title = context.list.columns.find(({ guess }) => guess === 'enum')?.title ?? ''
  const is_strict = context.list.is_neutral || /enum|枚举|value list|options/i.test(title)
  for (const [field, text] of [
    ['enum', own],
    ['type', type_cell.choices],
    ['range', is_range ? '' : get('range')],
    ['note', get('note')],
  ] as const) {
    if (NOTHING.test(text)) continue
    const found = choiceCellOf(text)
    if (
      found.kind === 'choices' &&
      (found.choices.length > 1 || (field === 'enum' && is_strict && !/[:=;,]/.test(text.slice(2))))
    ) {
      if (
        found.choices.length <= LIMITS.point_choices_max &&
        found.choices.every(({ names }) => names.en.length <= LIMITS.point_name_max)
      ) {
        return found.choices
      }
      report('enum_unclear', field, { severity: 'warning' })
    } else if (field === 'enum' && is_strict && found.kind !== 'range') report('enum_wrong', 'enum')
    else if (found.kind === 'swallowed') report('enum_unclear', field, { severity: 'warning' })
    if (field === 'enum' || field === 'range') notes.push(text)
  }
  return []
}

const switchChoices = (text: string): DataPoint['choices'] =>
  text.split('/').map((word, value) => ({ value, names: { en: word.trim(), zh: word.trim(), pl: word.trim() } }))

/** A unit that stands in a column of limits because cells of the row slipped. */
const slippedUnit = ({ get, context }: ValueTask): { field: 'min' | 'max'; text: string } | null => {
  if (get('unit') !== '') return null
  for (const field of ['max', 'min'] as const) {
    const text = get(field)
    if (text === '' || numberOf(text) !== null) continue
    const held = unitCellOf(text)
    const is_unit = context.conventions.unit_texts.has(sameText(text)) || (!/\d/.test(text) && isKnownUnit(text))
    if (
      is_unit ||
      (/\d/.test(text) && !held.unclear && held.scale !== null && held.scale < 1 && isKnownUnit(held.unit))
    )
      return { field, text }
  }
  return null
}
