import { GROUP_UNITS_MIN, type HiddenGroups } from '@heatfleet/contract/analysis/part.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'

/** Fewer units say little: rates and percentiles are left out. */
export const isFew = (units: number): boolean => units < GROUP_UNITS_MIN

/** Texts that several figures share. */
export const useFigureTexts = () => {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const number = (value: number | null, decimals = 0) => formatNumber(value, decimals, lang)
  return {
    number,
    /** A class of a histogram. */
    range: ({ from, to }: { from: number | null; to: number | null }, unit = '') => {
      const text = (value: number | null) => `${number(value)}${unit}`
      if (from === null) return t(($) => $.class.below, { to: text(to) })
      return to === null
        ? t(($) => $.class.open, { from: text(from) })
        : t(($) => $.class.range, { from: number(from), to: text(to) })
    },
    /** A class of whole numbers: 2 – 4, and 1 alone. */
    whole: ({ from, to }: { from: number; to: number | null }) => {
      if (to === null) return t(($) => $.class.open, { from: number(from) })
      return to - from === 1 ? number(from) : t(($) => $.class.range, { from: number(from), to: number(to - 1) })
    },
    days: (value: number | null) => (value === null ? '—' : t(($) => $.days, { count: Math.round(value) })),
    /** Of how many units a figure is; of several cohorts the letters with them. */
    ofUnits: (counts: readonly number[]) =>
      counts.length === 1
        ? t(($) => $.of_units, { count: counts[0] ?? 0 })
        : counts.map((count, at) => `${'AB'[at]}: ${t(($) => $.of_units, { count })}`).join(' · '),
    /** Of how many days of units a figure is. */
    ofDays: (known: readonly { units: number; unit_days: number }[]) =>
      known
        .map(({ units, unit_days }, at) => {
          const text = t(($) => $.of_days, { count: unit_days, units })
          return known.length > 1 ? `${'AB'[at]}: ${text}` : text
        })
        .join(' · '),
    hidden: (hidden: readonly HiddenGroups[]) => {
      const groups = hidden.reduce((sum, each) => sum + each.groups, 0)
      const units = hidden.reduce((sum, each) => sum + each.units, 0)
      return groups === 0 ? undefined : t(($) => $.hidden, { count: groups, units, min: GROUP_UNITS_MIN })
    },
  }
}
