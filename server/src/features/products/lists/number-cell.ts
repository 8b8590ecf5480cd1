import { unitName } from '@heatfleet/contract/unit-names.ts'
import { numberOf } from '../../../sheets/cell-values.ts'
import { isKnownUnit } from './known-units.ts'

/** A factor as a list writes it. `open` = it does not say whether raw is multiplied or divided by `number`. */
export type ScaleCell = { scale: number; unit: string } | { open: number; unit: string } | { scale: null; unit: string }

const NUMBER = String.raw`[-+−]?\d+(?:[.,]\d+)?`
const NONE = /^(?:|-|—|–|\/|n\/?a|none|keine?|brak|无|bits?|bit field|0\/1|enum|bool|---+)$/i

/** `0.1`, `1/10`, `÷10`, `/10`, `x0.1`, `*10`, `x10`, `0.5 °C`; null = no factor. `divides` = the title says so. */
export const scaleCellOf = (text: string, divides: boolean | null): ScaleCell | null => {
  const plain = text.replaceAll('−', '-').trim()
  if (NONE.test(plain)) return { scale: null, unit: '' }
  const divided = new RegExp(String.raw`^(?:1\s*)?[÷/:]\s*(${NUMBER})\s*(\D*)$`).exec(plain)
  if (divided !== null) return toScale(divided[1], (n) => 1 / n, divided[2])
  const power = /^10\s*(?:\^|\*\*|e)\s*([-+]?\d)$/i.exec(plain)
  if (power !== null) return { scale: 10 ** Number(power[1]), unit: '' }
  const times = new RegExp(String.raw`^(\*|x|×|X)?\s*(${NUMBER})\s*(x|×)?\s*([^\d]*)$`).exec(plain)
  if (times === null) return null
  const number = numberOf(times[2] ?? '')
  if (number === null || number === 0) return null
  const unit = unitOf(times[4] ?? '')
  if (unit !== '' && !isKnownUnit(unit)) return null
  if (number === 1) return { scale: 1, unit }
  if (times[1] === '*') return { scale: number, unit }
  if (times[1] !== undefined || times[3] !== undefined)
    return Math.abs(number) < 1 ? { scale: number, unit } : { open: number, unit }
  if (unit !== '' && divides !== true) return { scale: number, unit }
  if (divides === true) return Math.abs(number) < 1 ? { open: number, unit } : { scale: rounded(1 / number), unit }
  return Math.abs(number) < 1 || divides === false ? { scale: number, unit } : { open: number, unit }
}

const toScale = (text: string | undefined, of: (n: number) => number, unit: string | undefined): ScaleCell | null => {
  const number = numberOf(text ?? '')
  return number === null || number === 0 ? null : { scale: rounded(of(number)), unit: unitOf(unit ?? '') }
}

/** 1/10 without the tail of a binary fraction. */
export const rounded = (number: number): number => Number(number.toPrecision(12))

const unitOf = (text: string): string => unitName(text.replace(/^[\s()[\]]+|[\s()[\]]+$/g, ''))

/** A unit cell: the unit, and the factor it holds. `unclear` = it is no unit, or several. */
type UnitCell = { unit: string; scale: number | null; open: number | null; unclear: boolean }

/** `°C`, `0,1 °C`, `100 W`, `°C x10`, `°C/10`, `10 kWh`. */
export const unitCellOf = (text: string): UnitCell => {
  const plain = text.trim().replace(/^\[(.*)\]$/, '$1')
  const clear = (unit: string, scale: number | null = null, open: number | null = null): UnitCell => ({
    unit: unitName(unit.trim()),
    scale,
    open,
    unclear: false,
  })
  if (/^(?:|-|—|–|\/|n\/?a|none)$/i.test(plain)) return clear('')
  const front = /^(\d+(?:[.,]\d+)?)\s*([^\d\s/*].*)$/.exec(plain)
  if (front !== null && !/\d/.test(front[2]?.replace(/[³²]|m[23]|1\/\w/g, '') ?? '')) {
    const number = numberOf(front[1] ?? '')
    return /^[x×]\s/i.test(front[2] ?? '')
      ? clear((front[2] ?? '').slice(1), null, number)
      : clear(front[2] ?? '', number)
  }
  const behind = /^(\D*?[^\d\s/*x×÷])\s*([/÷*x×])\s*(\d+(?:[.,]\d+)?)$/i.exec(plain)
  if (behind !== null) {
    const number = numberOf(behind[3] ?? '') ?? 1
    if (behind[2] === '/' || behind[2] === '÷') return clear(behind[1] ?? '', rounded(1 / number))
    if (behind[2] === '*' || number < 1) return clear(behind[1] ?? '', number)
    return clear(behind[1] ?? '', null, number)
  }
  const before = /^([x×÷/])\s*(\d+(?:[.,]\d+)?)\s+(\D+)$/i.exec(plain)
  if (before !== null) {
    const number = numberOf(before[2] ?? '') ?? 1
    if (before[1] === '÷' || before[1] === '/') return clear(before[3] ?? '', rounded(1 / number))
    return clear(before[3] ?? '', null, number)
  }
  const bare = plain.replaceAll(/m[23]|[³²]|1\/\w+|\^\d|H2O|h2o|CO2/g, '')
  if (/\d/.test(bare) || /\s\/\s|\bin\b/.test(plain) || plain.length > 16) {
    return { unit: '', scale: null, open: null, unclear: true }
  }
  return clear(plain)
}
