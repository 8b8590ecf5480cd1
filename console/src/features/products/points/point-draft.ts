import type { DataPoint } from '@heatfleet/contract/points.ts'
import { parseNumber } from '../../../ui/field-number.tsx'

/** A data point as it is typed: limits and lists are texts, and what has no value is an empty one. */
export type PointDraft = Omit<DataPoint, 'names' | 'formulas' | 'min' | 'max' | 'invalid' | 'choices' | 'fault'> & {
  name_en: string
  name_zh: string
  name_pl: string
  read: string
  write: string
  display: string
  min: string
  max: string
  invalid: string
  choices: string
  fault: string
}

/** A point as the form shows it. */
export const draftOf = (point: DataPoint): PointDraft => {
  const { names, formulas, min, max, invalid, choices, fault, ...same } = point
  return {
    ...same,
    name_en: names.en,
    name_zh: names.zh,
    name_pl: names.pl,
    read: formulas.read,
    write: formulas.write ?? '',
    display: formulas.display ?? '',
    min: limitText(min),
    max: limitText(max),
    invalid: invalid.join(', '),
    choices: choicesText(choices),
    fault: fault ?? '',
  }
}

/** What the form means. A number that is none becomes NaN, which the schema refuses. */
export const pointOf = (draft: PointDraft, before: DataPoint): DataPoint => {
  const { name_en, name_zh, name_pl, read, write, display, min, max, invalid, choices, fault, ...same } = draft
  return {
    ...same,
    write_cmd: draft.rw === 'r' ? null : draft.write_cmd,
    names: { en: name_en, zh: name_zh, pl: name_pl },
    formulas: { read: read.trim(), write: textOrNull(write), display: textOrNull(display) },
    min: limitOf(min),
    max: limitOf(max),
    invalid: invalid
      .split(/[,;\s]+/)
      .filter((text) => text !== '')
      .map((text) => parseNumber(text) ?? Number.NaN),
    choices: choicesOf(choices, before),
    fault: textOrNull(fault),
  }
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const limitText = (limit: DataPoint['min']): string =>
  limit === null ? '' : typeof limit === 'number' ? String(limit) : limit.point

const limitOf = (text: string): DataPoint['min'] => {
  if (text.trim() === '') return null
  return parseNumber(text) ?? { point: text.trim() }
}

/** One line for each: `1 = Heating | 制热 | Grzanie`; one name where all languages have the same. */
const choicesText = (choices: DataPoint['choices']): string =>
  choices
    .map(({ value, names: { en, zh, pl } }) => `${value} = ${en === zh && en === pl ? en : [en, zh, pl].join(' | ')}`)
    .join('\n')

const choicesOf = (text: string, before: DataPoint): DataPoint['choices'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [number = '', ...rest] = line.split('=')
      const [en = '', zh = en, pl = en] = rest
        .join('=')
        .split('|')
        .map((name) => name.trim())
      const value = parseNumber(number) ?? Number.NaN
      const fault = before.choices.find((choice) => choice.value === value)?.fault
      return { value, names: { en, zh, pl }, ...(fault === undefined ? {} : { fault }) }
    })
