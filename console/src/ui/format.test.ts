import { describe, expect, it } from 'vitest'
import { formatAge, formatCountdown, formatDuration, formatNumber, formatTime } from './format.ts'

describe('numbers', () => {
  it.each([
    [38.64, 1, 'en', '38.6'],
    [38.64, 1, 'pl', '38,6'],
    [-3.14, 1, 'en', '−3.1'],
    [-0.04, 1, 'en', '0.0'],
    [12480, 0, 'en', '12,480'],
    [12480, 0, 'zh', '12,480'],
    [1234, 0, 'pl', '1\u00a0234'],
    [null, 1, 'en', '—'],
    [undefined, 1, 'en', '—'],
    [Number.NaN, 1, 'en', '—'],
  ] as const)('%s with %i decimals in %s reads %s', (value, decimals, lang, text) => {
    expect(formatNumber(value, decimals, lang)).toBe(text)
  })
})

describe('ages and durations', () => {
  it.each([
    [37_000, 'en', '37 s ago'],
    [37_000, 'zh', '37 秒前'],
    [37_000, 'pl', '37 s temu'],
    [3_600_000 * 5, 'pl', '5 godz. temu'],
    [2 * 86_400_000 + 1, 'en', '2 d ago'],
    [-5_000, 'en', 'now'],
  ] as const)('%i ms in %s is "%s"', (ms, lang, text) => {
    expect(formatAge(ms, lang)).toBe(text)
  })

  it.each([
    [(3 * 24 + 4) * 3_600_000, '3 d 4 h'],
    [86_400_000, '1 d'],
    [90 * 60_000, '1 h 30 min'],
    [61_000, '1 min'],
    [0, '0 s'],
  ])('%i ms lasts "%s"', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text)
  })

  it('counts down in minutes and seconds', () => {
    expect(formatCountdown(300_000)).toBe('5:00')
    expect(formatCountdown(59_001)).toBe('1:00')
    expect(formatCountdown(-1)).toBe('0:00')
  })
})

describe('times', () => {
  it('are a dash when null', () => {
    expect(formatTime(null, 'en')).toBe('—')
    expect(formatTime('nonsense', 'en')).toBe('—')
  })
  it('use the 24-hour clock in every language', () => {
    const at = new Date(2026, 10, 21, 21, 5, 9).getTime()
    for (const lang of ['en', 'zh', 'pl'] as const) expect(formatTime(at, lang, 'clock')).toBe('21:05')
  })
})
