import type { Language } from '../messages/language-code.ts'
import { useDisplay } from './display.ts'

/** Shown for an unknown value, never a zero. */
export const UNKNOWN = '—'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The shortest year: within it a day and its month name one day. */
const YEAR_MS = 365 * DAY_MS

const cached = <T>(make: (key: string) => T) => {
  const cache = new Map<string, T>()
  return (key: string): T => {
    const cached_format = cache.get(key)
    if (cached_format !== undefined) return cached_format
    const created = make(key)
    cache.set(key, created)
    return created
  }
}

const numberFormat = cached((key) => {
  const [lang, decimals] = key.split('|')
  const digits = Number(decimals)
  return new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Polish leaves 1234 ungrouped by default; columns of numbers use one rule for all languages.
    useGrouping: 'always',
  })
})

/** A number with fixed decimals and a minus sign; a dash when unknown. */
export const formatNumber = (value: number | null | undefined, decimals: number, lang: Language): string =>
  value === null || value === undefined || !Number.isFinite(value)
    ? UNKNOWN
    : numberFormat(`${lang}|${decimals}`)
        .format(Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value)
        .replace('-', '−')

const STYLES = {
  /** `2026-11-21 09:15:00`, the viewer's zone. */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  date: { dateStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  clock: { hour: '2-digit', minute: '2-digit' },
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type TimeStyle = keyof typeof STYLES

const isStyle = (text: string | undefined): text is TimeStyle => text !== undefined && text in STYLES
const timeFormat = cached((key) => {
  const [lang, style, zone] = key.split('|')
  // English without am/pm, for an international audience.
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    ...STYLES[isStyle(style) ? style : 'exact'],
    ...(zone === undefined || zone === '' ? {} : { timeZone: zone }),
  })
})

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const ISO_STYLES = {
  exact: { ...DAY, hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: DAY,
  minute: { ...DAY, hour: '2-digit', minute: '2-digit' },
} as const satisfies Partial<Record<TimeStyle, Intl.DateTimeFormatOptions>>

/** Year first, the same in every language; Swedish has this format. */
const isoFormat = cached((key) => {
  const [style, zone] = key.split('|')
  return new Intl.DateTimeFormat('sv', {
    ...ISO_STYLES[style === 'date' || style === 'minute' ? style : 'exact'],
    ...(zone === undefined || zone === '' ? {} : { timeZone: zone }),
  })
})

/** A time (unix ms or ISO 8601) in the display zone, by default the browser's; a dash when unknown. */
export const formatTime = (
  at: number | string | null | undefined,
  lang: Language,
  style: TimeStyle = 'exact',
): string => {
  if (at === null || at === undefined) return UNKNOWN
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) return UNKNOWN
  const { time_zone, date_format } = useDisplay.getState()
  return date_format === 'iso' && style in ISO_STYLES
    ? isoFormat(`${style}|${time_zone}`).format(ms)
    : timeFormat(`${lang}|${style}|${time_zone}`).format(ms)
}

/** A calendar day, `2026-11-21`, independent of zones. */
export const formatDay = (day: string, lang: Language): string =>
  useDisplay.getState().date_format === 'iso' ? day : timeFormat(`${lang}|date|UTC`).format(Date.parse(day))

/** A calendar month, `2026-11`, independent of zones. */
export const formatMonth = (month: string, lang: Language): string =>
  useDisplay.getState().date_format === 'iso' ? month : timeFormat(`${lang}|month|UTC`).format(Date.parse(month))

/** A calendar day without its year, `21 Nov`, for axes. */
const formatMonthDay = (day: string, lang: Language): string =>
  useDisplay.getState().date_format === 'iso' ? day.slice(5) : timeFormat(`${lang}|day|UTC`).format(Date.parse(day))

/** How days from the first to the last are written along an axis: without their year where it says nothing. */
export const dayTicks = (days: readonly string[], lang: Language): ((day: string) => string) => {
  const [first = '', last = ''] = [days.at(0), days.at(-1)]
  const is_short = Date.parse(last) - Date.parse(first) < YEAR_MS
  return (day) => (is_short ? formatMonthDay(day, lang) : formatDay(day, lang))
}

const MJ_PER_KWH = 3.6
const W_PER_KW = 1000
/** Decimals of powers: measured in whole watts, shown in kilowatts. */
const KW_DECIMALS = 2

/**
 * Converts a measured value to the viewer's unit: watts to kilowatts, degrees to Fahrenheit, also differences in kelvin;
 * energy to MJ.
 */
export const inChosenUnit = (value: number, unit: string): { value: number; unit: string } => {
  const { temperature, energy } = useDisplay.getState()
  if (unit === 'kWh' && energy === 'mj') return { value: value * MJ_PER_KWH, unit: 'MJ' }
  if (unit === 'W') return { value: value / W_PER_KW, unit: 'kW' }
  if (temperature === 'c') return { value, unit }
  if (unit === '°C') return { value: value * 1.8 + 32, unit: '°F' }
  return unit === 'K' ? { value: value * 1.8, unit: '°F' } : { value, unit }
}

/** Decimals of a quantity of this unit once {@link inChosenUnit} has converted it. */
export const shownDecimals = (unit: string, decimals: number): number => (unit === 'W' ? KW_DECIMALS : decimals)

const UNITS = {
  en: { s: 's', min: 'min', h: 'h', d: 'd', ago: (text: string) => `${text} ago`, now: 'now' },
  zh: { s: '秒', min: '分钟', h: '小时', d: '天', ago: (text: string) => `${text}前`, now: '刚刚' },
  pl: { s: 's', min: 'min', h: 'godz.', d: 'd', ago: (text: string) => `${text} temu`, now: 'teraz' },
} as const satisfies Record<
  Language,
  Record<'s' | 'min' | 'h' | 'd' | 'now', string> & { ago: (text: string) => string }
>

/** A duration in its two largest units: `3 d 4 h`, `12 min`, `37 s`; `parts: 1` keeps only the largest. */
export const formatDuration = (ms: number, lang: Language, parts: 1 | 2 = 2): string => {
  const unit = UNITS[lang]
  const whole = Math.max(0, ms)
  const split: [number, string][] = [
    [Math.floor(whole / DAY_MS), unit.d],
    [Math.floor((whole % DAY_MS) / HOUR_MS), unit.h],
    [Math.floor((whole % HOUR_MS) / MINUTE_MS), unit.min],
    [Math.floor((whole % MINUTE_MS) / 1_000), unit.s],
  ]
  const first = split.findIndex(([count]) => count > 0)
  if (first < 0) return `0 ${unit.s}`
  // Seconds beside minutes and minutes beside days are noise.
  const shown = split.slice(first, first + (first === 2 ? 1 : parts)).filter(([count]) => count > 0)
  return shown.map(([count, name]) => `${count} ${name}`).join(' ')
}

/** An age in one unit: `37 s ago`, `2 d ago`; a future time is `now`. */
export const formatAge = (age_ms: number, lang: Language): string =>
  age_ms < 1_000 ? UNITS[lang].now : UNITS[lang].ago(formatDuration(age_ms, lang, 1))

/** `4:59`, for a countdown. */
export const formatCountdown = (left_ms: number): string => {
  const seconds = Math.max(0, Math.ceil(left_ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A fraction as `12.3 %`; a dash when unknown. */
export const formatShare = (part: number, whole: number, lang: Language): string =>
  `${formatNumber(whole > 0 ? (part / whole) * 100 : null, 1, lang)} %`

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A file size in its largest unit: `18 KB`, `1.4 MB`. */
export const formatBytes = (bytes: number | null | undefined, lang: Language): string => {
  if (bytes === null || bytes === undefined) return UNKNOWN
  const step = bytes < 1_024 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const value = bytes / 1_024 ** step
  return `${formatNumber(value, step === 0 || value >= 10 ? 0 : 1, lang)} ${BYTE_UNITS[step]}`
}
