import { afterEach, describe, expect, it } from 'vitest'
import { readDisplay, useDisplay } from './display.ts'
import { dayTicks, formatDay, formatTime, inChosenUnit, shownDecimals } from './format.ts'

const plain = readDisplay(null)
afterEach(() => useDisplay.setState(plain))

describe('stored formats', () => {
  it.each([
    ['nothing', null, {}],
    ['no JSON', '{', {}],
    ['no object', '3', {}],
    ['a choice', '{"temperature":"f","density":"compact"}', { temperature: 'f', density: 'compact' }],
    ['a unit of energy', '{"energy":"mj"}', { energy: 'mj' }],
    ['an unknown unit', '{"energy":"cal"}', {}],
    ['an unknown zone', '{"time_zone":"Mars/Olympus"}', {}],
    ['a zone', '{"time_zone":"Asia/Shanghai"}', { time_zone: 'Asia/Shanghai' }],
  ])('%s', (_, text, chosen) => {
    expect(readDisplay(text)).toEqual({ ...plain, ...chosen })
  })
})

describe('times', () => {
  it('are formatted in the chosen zone', () => {
    useDisplay.setState({ time_zone: 'Asia/Shanghai' })
    expect(formatTime('2026-11-21T20:05:09Z', 'en', 'clock')).toBe('04:05')
    useDisplay.setState({ time_zone: 'UTC' })
    expect(formatTime('2026-11-21T20:05:09Z', 'en', 'clock')).toBe('20:05')
  })
  it('are formatted year first when chosen', () => {
    useDisplay.setState({ time_zone: 'UTC', date_format: 'iso' })
    expect(formatTime('2026-11-21T20:05:09Z', 'pl')).toBe('2026-11-21 20:05:09')
    expect(formatTime('2026-11-21T20:05:09Z', 'en', 'date')).toBe('2026-11-21')
    expect(formatTime('2026-11-21T20:05:09Z', 'zh', 'minute')).toBe('2026-11-21 20:05')
  })
})

describe('a day', () => {
  it.each([
    ['en', '21 Nov 2026'],
    ['zh', '2026年11月21日'],
    ['pl', '21 lis 2026'],
  ] as const)('looks the same with seconds, minutes and alone (%s)', (lang, day) => {
    useDisplay.setState({ time_zone: 'UTC' })
    for (const style of ['exact', 'minute', 'date'] as const)
      expect(formatTime('2026-11-21T20:05:09Z', lang, style)).toContain(day)
    expect(formatDay('2026-11-21', lang)).toBe(day)
  })
})

describe('days along an axis', () => {
  it.each([
    ['en', '5 Dec', '5 Dec 2026'],
    ['zh', '12月5日', '2026年12月5日'],
    ['pl', '5 gru', '5 gru 2026'],
  ] as const)('have their year where it tells days apart (%s)', (lang, short, long) => {
    expect(dayTicks(['2026-12-05', '2027-01-03'], lang)('2026-12-05')).toBe(short)
    expect(dayTicks(['2025-12-05', '2026-12-05'], lang)('2026-12-05')).toBe(long)
    expect(dayTicks(['2026-12-05'], lang)('2026-12-05')).toBe(short)
  })
  it('are month and day where times are written year first', () => {
    useDisplay.setState({ date_format: 'iso' })
    expect(dayTicks(['2026-12-05', '2026-12-09'], 'pl')('2026-12-05')).toBe('12-05')
  })
})

describe('a calendar day', () => {
  it.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])('is the same day in %s', (time_zone) => {
    useDisplay.setState({ time_zone })
    expect(formatDay('2026-11-21', 'en')).toBe('21 Nov 2026')
    expect(formatDay('2026-11-21', 'zh')).toBe('2026年11月21日')
    useDisplay.setState({ time_zone, date_format: 'iso' })
    expect(formatDay('2026-11-21', 'pl')).toBe('2026-11-21')
  })
})

describe('power', () => {
  it('is in kilowatts everywhere, small or large', () => {
    expect(inChosenUnit(856, 'W')).toEqual({ value: 0.856, unit: 'kW' })
    expect(inChosenUnit(3200, 'W')).toEqual({ value: 3.2, unit: 'kW' })
    expect(shownDecimals('W', 0)).toBe(2)
    expect(shownDecimals('°C', 1)).toBe(1)
  })
})

describe('temperatures', () => {
  it.each([
    [-40, '°C', { value: -40, unit: '°F' }],
    [35, '°C', { value: 95, unit: '°F' }],
    [5, 'K', { value: 9, unit: '°F' }],
    [3, 'kW', { value: 3, unit: 'kW' }],
  ])('%f %s in Fahrenheit', (value, unit, shown) => {
    useDisplay.setState({ temperature: 'f' })
    expect(inChosenUnit(value, unit)).toEqual(shown)
  })
  it('do not affect energy', () => {
    useDisplay.setState({ temperature: 'f' })
    expect(inChosenUnit(3, 'kWh')).toEqual({ value: 3, unit: 'kWh' })
  })
  it('are unchanged in Celsius', () => {
    expect(inChosenUnit(35, '°C')).toEqual({ value: 35, unit: '°C' })
  })
})
