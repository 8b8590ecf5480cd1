import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { findTextIn } from '../exports/public.ts'

type Values = Readonly<Record<string, string | number | null>>

/** A dash where a value is not known, as on the screen. */
const UNKNOWN = '—'
/** The fonts of printed files have no U+2212: its place is taken by the dash of the same width. */
const MINUS = '–'
const LOCALES = { en: 'en-GB', zh: 'zh-CN', pl: 'pl-PL' } as const

/** Texts, numbers and days of a report in its language; plural forms and placeholders as the console has them. */
export const reportTexts = (language: MessageLanguage) => {
  const find = findTextIn(language)
  const plural = new Intl.PluralRules(language)
  const day_format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' })
  const number = (value: number | null | undefined, decimals = 0): string => {
    if (value === null || value === undefined || !Number.isFinite(value)) return UNKNOWN
    const format = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: 'always' } as const
    return new Intl.NumberFormat(language, format)
      .format(Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value)
      .replace('-', MINUS)
      .replaceAll(/[\u00a0\u202f]/g, ' ')
  }
  const text = (path: string, values: Values = {}, catalogue = 'analysis'): string => {
    const { count } = values
    const forms = typeof count === 'number' ? [`${path}_${plural.select(count)}`, `${path}_other`, path] : [path]
    const found = forms.map((form) => find(catalogue, form)).find((one) => typeof one === 'string')
    if (typeof found !== 'string') return path
    return found.replaceAll('−', MINUS).replaceAll(/\{\{(\w+)(?:, \w+)?\}\}/g, (_, key) => {
      const value = values[key]
      return typeof value === 'number' ? number(value) : (value ?? UNKNOWN)
    })
  }
  return {
    language,
    text,
    number,
    /** `2026-11-21` as the language writes it. */
    day: (day: string): string => day_format.format(new Date(`${day}T00:00:00Z`)).replaceAll(/[\u00a0\u202f]/g, ' '),
    product: (of: { product_name: string; product_english_name: string }): string =>
      language === 'zh' || of.product_english_name === '' ? of.product_name : of.product_english_name,
    units: (count: number): string => text('of_units', { count }),
    /** A class of a histogram. */
    range: ({ from, to }: { from: number | null; to: number | null }, unit = ''): string => {
      const of = (value: number | null) => `${number(value)}${unit}`
      if (from === null) return text('class.below', { to: of(to) })
      return to === null
        ? text('class.open', { from: of(from) })
        : text('class.range', { from: number(from), to: of(to) })
    },
    /** A class of whole numbers: 2 – 4, and 1 alone. */
    whole: ({ from, to }: { from: number; to: number | null }): string => {
      if (to === null) return text('class.open', { from: number(from) })
      return to - from === 1 ? number(from) : text('class.range', { from: number(from), to: number(to - 1) })
    },
  }
}
export type ReportTexts = ReturnType<typeof reportTexts>
