import type { DataType } from '@heatfleet/modbus/point.ts'
import { numberOf } from '../../../sheets/cell-values.ts'
import type { Cells } from '../import-point.ts'
import { limitNumber } from './conventions.ts'
import { NOTHING, type ValueTask } from './line-values.ts'
import { rounded } from './number-cell.ts'
import type { rangeCellOf } from './range-cell.ts'

type Limits = {
  range: ReturnType<typeof rangeCellOf>
  scale: number
  slipped: 'min' | 'max' | null
  is_engineering: boolean
}

/** Limits and default as values; gives the limits as they are written. */
export const readLimits = (
  task: ValueTask,
  { range, scale, slipped, is_engineering }: Limits,
  cells: Cells,
  notes: string[],
): number[] => {
  const { get, report, open, context } = task
  const limit = (field: 'min' | 'max'): number | null => {
    const text = slipped === field ? '' : get(field)
    if (NOTHING.test(text)) return range?.[field] ?? null
    if (/^\$?[A-Z]{1,3}\d{1,4}\$?$|^\$\d+\$$/.test(text)) {
      cells[`${field}_ref`] = text.replaceAll('$', '')
      return null
    }
    const number = limitNumber(text)
    if (number === null && /\d/.test(text))
      report('number_wrong', field, { fix: /-?\d+([.,]\d+)?/.exec(text)?.[0] ?? '' })
    else if (number === null) notes.push(text)
    return number
  }
  let min = limit('min')
  let max = limit('max')
  for (const field of ['min_ref', 'max_ref'] as const) {
    const text = get(field) || (range?.[field] ?? '')
    if (text !== '') cells[field] = text
  }
  // Zeros in both stand where a list knows no limits.
  if (min === 0 && max === 0) {
    min = null
    max = null
  }
  const written = [min, max].filter((one) => one !== null)
  const offset = numberOf(get('offset')) ?? 0
  const told = context.conventions.limits
  const matters =
    scale !== 1 &&
    (min !== null || max !== null) &&
    !is_engineering &&
    !context.list.is_neutral &&
    ![min, max].every((one) => one === null || one === 0)
  const beyond = beyondType(task.type, min, max, scale, offset)
  if (matters) {
    const meaning = told ?? (Number.isInteger(min ?? 0) && Number.isInteger(max ?? 0) ? null : 'value')
    if (meaning === null || context.conventions.is_limits_answered)
      open.push({ id: 'limits', kind: 'limits', about: '', is_answered: meaning !== null })
    if (meaning === 'raw') {
      min = min === null ? null : rounded(min * scale + offset)
      max = max === null ? null : rounded(max * scale + offset)
    }
  }
  if (beyond && !context.list.is_neutral)
    report('limits_beyond_type', 'max', { text: `${min ?? ''}…${max ?? ''} ${task.type ?? ''}`, severity: 'warning' })
  if (min !== null) cells.min = String(min)
  if (max !== null) cells.max = String(max)
  readDefault(task, { min, max, scale, offset }, cells)
  return written
}

const RANGES: Partial<Record<DataType, readonly [number, number]>> = {
  u16: [0, 65_535],
  s16: [-32_768, 32_767],
  u8_low: [0, 255],
  u8_high: [0, 255],
}

const beyondType = (
  type: DataType | null,
  min: number | null,
  max: number | null,
  scale: number,
  offset: number,
): boolean => {
  const range = type === null ? undefined : RANGES[type]
  if (range === undefined) return false
  const least = (min ?? 0) < 0 ? ((min ?? 0) - offset) / scale : 0
  const most = max === null ? 0 : (max - offset) / scale
  const widest = Math.abs(scale) < 1 ? Math.min(most, max ?? 0) : most
  return Math.floor(widest) > range[1] || least * (Math.abs(scale) < 1 ? scale : 1) < range[0]
}

type Held = { min: number | null; max: number | null; scale: number; offset: number }

const readDefault = ({ get, report, context }: ValueTask, { min, max, scale, offset }: Held, cells: Cells): void => {
  const text = get('default')
  if (NOTHING.test(text)) return
  const number = limitNumber(text)
  if (number === null) {
    if (/^[-+]?\d/.test(text) || context.list.is_neutral)
      report('number_wrong', 'default', { fix: /-?\d+([.,]\d+)?/.exec(text)?.[0] ?? '' })
    return
  }
  const fits = (one: number): boolean => (min === null || one >= min) && (max === null || one <= max)
  const as_raw = rounded(number * scale + offset)
  const is_raw = !context.list.is_neutral && scale !== 1 && !fits(number) && fits(as_raw)
  if (!fits(number) && !is_raw && !context.list.is_neutral)
    report('default_beyond_limits', 'default', { severity: 'warning' })
  cells.default = String(is_raw ? as_raw : number)
}
