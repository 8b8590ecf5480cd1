import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { CLOCK_UNIT } from '@heatfleet/contract/products/schedules.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { useCallback } from 'react'
import type { Language } from '../messages/language-code.ts'
import { useLanguage } from '../messages/messages.ts'
import { formatNumber, inChosenUnit, shownDecimals, UNKNOWN } from '../ui/format.ts'
import { displayedValue } from './displayed-value.ts'
import { choiceName, pointName } from './readings.ts'
import { unitText } from './unit-text.ts'

/** A formatted value, digits and unit apart. */
type PointText = { text: string; unit: string }

/** What formatting needs of a point: of the product's definition, or of a line of the control log. */
type WrittenPoint = Pick<DataPoint, 'choices' | 'unit' | 'decimals'>

/** Formats a value of a point: the name of a state, or the number with the point's decimals. */
const pointText = (
  point: WrittenPoint | undefined,
  value: number | null | undefined,
  language: Language,
): PointText => {
  if (value === null || value === undefined || Number.isNaN(value)) return { text: UNKNOWN, unit: '' }
  if (point === undefined) return { text: formatNumber(value, 1, language), unit: '' }
  const state_name = choiceName(point, value, language)
  if (state_name !== undefined) return { text: state_name, unit: '' }
  if (point.unit === CLOCK_UNIT) return { text: clockOf(value), unit: '' }
  const unit = unitName(point.unit)
  if (unit !== 'W') return { text: formatNumber(value, point.decimals, language), unit: unitText(unit, language) }
  const power = inChosenUnit(value, unit)
  return { text: formatNumber(power.value, shownDecimals(unit, point.decimals), language), unit: power.unit }
}

/** Minutes since midnight as a clock shows them. */
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Formats for display only: by the display formula and in the viewer's temperature unit. Settings keep the board's
 * unit.
 */
const readingText = (point: DataPoint | undefined, value: number | null | undefined, language: Language): PointText => {
  if (point === undefined || value === null || value === undefined) return pointText(point, value, language)
  const converted = point.choices.length > 0 ? value : displayedValue(point, value)
  const shown = inChosenUnit(converted, point.unit)
  return shown.unit === point.unit
    ? pointText(point, converted, language)
    : { text: formatNumber(shown.value, shownDecimals(point.unit, point.decimals), language), unit: shown.unit }
}

/** {@link pointText} and point names in the current language. */
export const usePointText = () => {
  const language = useLanguage()
  return {
    language,
    textOf: useCallback(
      (point: DataPoint | undefined, value: number | null | undefined) => readingText(point, value, language),
      [language],
    ),
    inline: useCallback(
      (point: WrittenPoint | undefined, value: number | null | undefined) => {
        const { text, unit } = pointText(point, value, language)
        return unit === '' ? text : `${text}\u00a0${unit}`
      },
      [language],
    ),
    nameOf: useCallback((point: DataPoint) => pointName(point, language), [language]),
  }
}
