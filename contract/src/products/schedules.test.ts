import { decodeBlocks } from '@heatfleet/modbus/decode.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { encodeWriteGroup } from '@heatfleet/modbus/write-group.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDefinition } from './check.ts'
import { checkWeek, type Period, type Week, weekChanges, weekOf } from './schedule-week.ts'
import {
  frameSpan,
  runsOf,
  schedulePoints,
  TIME_FORMATS,
  type TimeFormat,
  WeeklySchedule,
  withoutSchedules,
  withSchedules,
} from './schedules.ts'
import { INITIAL_SETTINGS } from './settings.ts'

const SEED = 20_261_127
const names = { en: 'Heating week', zh: '', pl: '' }
const scheduleOf = (more: object = {}): WeeklySchedule =>
  WeeklySchedule.parse({
    key: 'week',
    names,
    address: 500,
    days: 'each_day',
    periods: 4,
    stride: 3,
    day_stride: 12,
    time_format: 'minutes',
    start: 0,
    end: 1,
    value: { offset: 2, names: { en: 'Target', zh: '', pl: '' }, unit: '°C', decimals: 0, min: 10, max: 30 },
    ...more,
  })
const blockOf = (words: readonly number[], start = 500): Block => ({
  slave: 1,
  fn: 3,
  start,
  quantity: words.length,
  status: 0,
  data: Uint8Array.from(words.flatMap((word) => [(word >> 8) & 255, word & 255])),
})

/** A time as the board keeps it, written down from what makers say and not from the product's formulas. */
const rawTime: Record<TimeFormat, (hour: number, minute: number) => number> = {
  minutes: (hour, minute) => hour * 60 + minute,
  hhmm: (hour, minute) => Number(`${hour}${String(minute).padStart(2, '0')}`),
  bcd: (hour, minute) => Number.parseInt(`${hour}${String(minute).padStart(2, '0')}`, 16),
  bytes: (hour, minute) => Number.parseInt(hour.toString(16) + minute.toString(16).padStart(2, '0'), 16),
}

describe('a time of day on the board', () => {
  test.each([
    ['minutes', 6, 30, 390],
    ['hhmm', 6, 30, 630],
    ['bcd', 6, 30, 0x06_30],
    ['bytes', 6, 30, 0x06_1e],
    ['bcd', 22, 5, 0x22_05],
    ['hhmm', 0, 7, 7],
    ['minutes', 24, 0, 1_440],
    ['bcd', 24, 0, 0x24_00],
  ] as const)('%s: %d:%d is %d', (time_format, hour, minute, raw) => {
    const [point] = schedulePoints(scheduleOf({ time_format, periods: 1, days: 'all_days' }))
    if (point === undefined) throw new Error('a schedule has points')
    expect(rawTime[time_format](hour, minute)).toBe(raw)
    expect(decodeBlocks([point], [blockOf([raw])])).toEqual({ [point.key]: hour * 60 + minute })
  })

  test.each(TIME_FORMATS)('%s: every minute of a day is read and written as it is kept', (time_format) => {
    const schedule = scheduleOf({ time_format, periods: 1, days: 'all_days', value: null })
    const points = schedulePoints(schedule)
    for (let minutes = 0; minutes < 1_440; minutes++) {
      const raw = rawTime[time_format](Math.floor(minutes / 60), minutes % 60)
      const wanted = new Map(points.map(({ key }) => [key, minutes]))
      const encoded = encodeWriteGroup(points, wanted, [], {})
      expect(encoded.ok && 'words' in encoded.write ? encoded.write.words : null).toEqual([raw, raw])
    }
  })
})

describe('the points of a schedule', () => {
  test('stand at their registers, are written in one frame, and have limits', () => {
    const points = schedulePoints(scheduleOf())
    expect(points).toHaveLength(7 * 4 * 3)
    expect(points.map(({ address }) => address)).toEqual(Array.from({ length: 84 }, (_, at) => 500 + at))
    expect(new Set(points.map(({ write_group }) => write_group))).toEqual(new Set(['week']))
    expect(points.find(({ key }) => key === 'week_wed_2_value')).toMatchObject({ address: 529, min: 10, max: 30 })
    expect(points.find(({ key }) => key === 'week_sun_4_end')?.names.en).toBe('Heating week · Sunday · 4 · end')
  })

  test.each([
    ['workdays_weekend', 'mon', ['workdays', 'weekend']],
    ['all_days', 'mon', ['all_days']],
    ['each_day', 'sun', ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']],
  ] as const)('of the layout %s, first %s', (days, first_day, runs) => {
    expect(runsOf({ days, first_day })).toEqual(runs)
  })

  test('are added to a definition and taken away again', () => {
    const settings = { schedules: [scheduleOf()] }
    expect(withSchedules([], settings)).toHaveLength(84)
    expect(withoutSchedules(withSchedules([], settings), settings)).toEqual([])
  })

  test('are one group a day where a frame takes no more', () => {
    const schedule = scheduleOf({ write_by: 'run', write_sequence: 'unlock' })
    const points = schedulePoints(schedule)
    expect(new Set(points.map(({ write_group }) => write_group)).size).toBe(7)
    expect(points[0]?.write_sequence).toBe('unlock')
    expect([frameSpan(schedule), frameSpan(scheduleOf())]).toEqual([12, 84])
  })
})

describe('a week', () => {
  const period = (start: number, end: number, value = 20): Period => ({ start, end, value })
  const monday = (...periods: Period[]): Week => [
    { run: 'mon', periods: Array.from({ length: 4 }, (_, at) => periods[at] ?? null) },
  ]

  test('says of each period its times and value; one that starts when it ends, or holds a sentinel, is unused', () => {
    const schedule = scheduleOf({ days: 'all_days', unused: [0xffff] })
    const words = [360, 480, 21, 1_020, 1_320, 22, 0, 0, 18, 0xffff, 0xffff, 18]
    const values = decodeBlocks(schedulePoints(schedule), [blockOf(words)])
    expect(weekOf(schedule, (key) => values[key])).toEqual([
      { run: 'all_days', periods: [period(360, 480, 21), period(1_020, 1_320, 22), null, null] },
    ])
  })

  test('of a board without ends: a period lasts until the next one', () => {
    const schedule = scheduleOf({ days: 'all_days', end: null, stride: 2, value: { ...scheduleOf().value, offset: 1 } })
    const values = decodeBlocks(schedulePoints(schedule), [blockOf([360, 21, 1_320, 16, 0, 0, 0, 0])])
    expect(weekOf(schedule, (key) => values[key])[0]?.periods).toEqual([
      { start: 360, end: null, value: 21 },
      { start: 1_320, end: null, value: 16 },
      null,
      null,
    ])
  })

  test.each<[string, Week, string[]]>([
    ['sound', monday(period(360, 480), period(480, 600)), []],
    ['until midnight', monday(period(0, 1_440)), []],
    ['none', monday(), []],
    ['one that overlaps', monday(period(360, 480), period(420, 600)), ['week_mon_2_start overlaps']],
    ['not in order', monday(period(600, 700), period(300, 400)), ['week_mon_2_start not_in_order']],
    ['the wrong way round', monday(period(480, 360)), ['week_mon_1_end end_before_start']],
    ['as long as nothing', monday(period(480, 480)), ['week_mon_1_end end_before_start']],
    ['a time that is none', monday(period(Number.NaN, 480)), ['week_mon_1_start not_a_time']],
    ['beyond the day', monday(period(1_400, 1_500)), ['week_mon_1_end not_a_time']],
    ['too warm', monday(period(360, 480, 31)), ['week_mon_1_value above_max']],
    ['too cold', monday(period(360, 480, 9)), ['week_mon_1_value below_min']],
    ['no value', monday(period(360, 480, Number.NaN)), ['week_mon_1_value not_a_value']],
  ])('that is %s', (_, week, expected) => {
    expect(checkWeek(scheduleOf(), week).map(({ key, code }) => `${key} ${code}`)).toEqual(expected)
  })

  test('that is written is the one that is read back, whatever the board had before and however it keeps times', () => {
    const anyDay = fc
      .uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 0, maxLength: 8 })
      .map((times) => times.toSorted((a, b) => a - b))
    const anyWords = fc.uint8Array({ minLength: 84, maxLength: 84 })
    fc.assert(
      fc.property(
        fc.constantFrom(...TIME_FORMATS),
        fc.array(anyDay, { minLength: 7, maxLength: 7 }),
        fc.integer({ min: 10, max: 30 }),
        anyWords,
        (time_format, days, value, before) => {
          const schedule = scheduleOf({ time_format })
          const points = schedulePoints(schedule)
          const wanted: Week = runsOf(schedule).map((run, day) => ({
            run,
            periods: Array.from({ length: 4 }, (_, at) => {
              const [start, end] = [days[day]?.[2 * at], days[day]?.[2 * at + 1]]
              return start === undefined || end === undefined ? null : { start, end, value }
            }),
          }))
          expect(checkWeek(schedule, wanted)).toEqual([])
          const old = blockOf([...before].map((byte) => byte % 10))
          const values = decodeBlocks(points, [old])
          const changes = new Map(
            weekChanges(schedule, wanted, (key) => values[key]).map(({ key, value: to }) => [key, to]),
          )
          const encoded = encodeWriteGroup(points, changes, [old], values)
          if (!encoded.ok || !('words' in encoded.write)) throw new Error(JSON.stringify(encoded))
          const after = decodeBlocks(points, [blockOf(encoded.write.words)])
          expect(weekOf(schedule, (key) => after[key])).toEqual(wanted)
          expect(weekChanges(schedule, wanted, (key) => after[key])).toEqual([])
        },
      ),
      { numRuns: propertyRuns(500), seed: SEED },
    )
  })
})

describe('what is wrong with a schedule', () => {
  const found = (schedules: WeeklySchedule[]) =>
    checkDefinition({ points: [], settings: { ...INITIAL_SETTINGS, schedules } }).flatMap(({ code, other }) =>
      code.startsWith('schedule') ? [`${code} ${other}`] : [],
    )
  test.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['cells on one register', { end: 0 }, ['schedule_cells_overlap week']],
    ['periods too near', { stride: 2 }, ['schedule_cells_overlap week']],
    ['days too near', { day_stride: 11 }, ['schedule_cells_overlap week']],
    ['beyond the end', { address: 65_500 }, ['schedule_beyond_end week']],
    ['too long for a frame', { periods: 6, day_stride: 18 }, ['schedule_too_long week']],
    ['too long for a frame, but written by day', { periods: 6, day_stride: 18, write_by: 'run' }, []],
    ['a sequence that is none', { write_sequence: 'unlock' }, ['schedule_sequence_unknown week']],
    ['limits reversed', { value: { ...scheduleOf().value, min: 40 } }, ['schedule_value_wrong week']],
    [
      'a formula without a way back',
      { value: { ...scheduleOf().value, read: 'raw*raw' } },
      ['schedule_value_wrong week'],
    ],
  ])('%s', (_, more, expected) => {
    expect(found([scheduleOf(more)])).toEqual(expected)
  })

  test('two of one key', () => {
    expect(found([scheduleOf(), scheduleOf({ address: 900 })])).toEqual(['schedule_key_taken week'])
  })
})
