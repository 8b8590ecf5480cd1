import { MAX_WRITE_REGISTERS } from '@heatfleet/modbus/frame.ts'
import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { DataPoint, POINT_AUDIENCES, TypedWords, type Words } from './points.ts'

/**
 * How a board keeps a time of day in one register: minutes since midnight; 100 times the hour and the minute; the same in BCD; the
 * hour in the high byte and the minute in the low one.
 */
export const TIME_FORMATS = ['minutes', 'hhmm', 'bcd', 'bytes'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]

/** Which runs of periods a board has: one a day; one for Monday to Friday and one for the weekend; one for all days. */
export const DAY_LAYOUTS = ['each_day', 'workdays_weekend', 'all_days'] as const
/** The day or days of a run. */
const RUNS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'workdays', 'weekend', 'all_days'] as const
export type Run = (typeof RUNS)[number]

const Offset = z
  .number()
  .int()
  .min(0)
  .max(LIMITS.record_registers_max - 1)

/** A weekly schedule in a run of registers: days, in each some periods, in each a start, an end and a value. Read and written as one. */
export const WeeklySchedule = z.object({
  /** Its points are called by it. */
  key: z.string().regex(/^[A-Za-z]\w{0,23}$/),
  names: TypedWords,
  /** Slave address where it is not the product's own. */
  slave: z.number().int().min(1).max(247).nullable().default(null),
  /** First register of the first period of the first run. */
  address: z.number().int().min(0).max(65_535),
  days: z.enum(DAY_LAYOUTS),
  /** The day of the first run, where each day has one. */
  first_day: z.enum(['mon', 'sun']).default('mon'),
  /** Periods of a run, registers from one to the next, and from one run to the next. */
  periods: z.number().int().min(1).max(LIMITS.schedule_periods_max),
  stride: z.number().int().min(1).max(LIMITS.record_registers_max),
  day_stride: z.number().int().min(1).max(LIMITS.schedule_day_registers_max),
  time_format: z.enum(TIME_FORMATS),
  /** Registers after the first one of the period; without an end a period lasts until the next one. */
  start: Offset,
  end: Offset.nullable(),
  /** What holds during the period, such as a target temperature; null = on during it. */
  value: z
    .object({
      offset: Offset,
      names: TypedWords,
      read: z.string().max(LIMITS.formula_max).default('raw'),
      unit: textOf({ max: LIMITS.unit_max }),
      decimals: z.number().int().min(0).max(9),
      min: z.number(),
      max: z.number(),
      step: z.number().positive().nullable().default(null),
    })
    .nullable(),
  /** Raw numbers that mean that a period is not used, beside one that starts when it ends. */
  unused: z.array(z.number().int()).max(LIMITS.point_invalid_max).default([]),
  /** What one frame writes: the whole schedule, or a run of it. */
  write_by: z.enum(['whole', 'run']).default('whole'),
  write_sequence: textOf({ min: 1, max: LIMITS.write_name_max }).nullable().default(null),
  level: z.enum(['user', 'installer']).default('user'),
  visible: z.enum(POINT_AUDIENCES).default('app'),
})
export type WeeklySchedule = z.output<typeof WeeklySchedule>

/** Shown as a clock: minutes since midnight. */
export const CLOCK_UNIT = 'hh:mm'
export const DAY_MINUTES = 1_440

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies readonly Run[]

/** The runs of a schedule in the order of its registers. */
export const runsOf = ({ days, first_day }: Pick<WeeklySchedule, 'days' | 'first_day'>): readonly Run[] => {
  if (days === 'all_days') return ['all_days']
  if (days === 'workdays_weekend') return ['workdays', 'weekend']
  return first_day === 'mon' ? WEEK : ['sun', ...WEEK.slice(0, 6)]
}

/** The tab and group of its points. */
export const scheduleTab = ({ names, key }: Pick<WeeklySchedule, 'names' | 'key'>): string =>
  (names.en || key).slice(0, LIMITS.point_text_max)

/** A cell of a period. */
export type Cell = 'start' | 'end' | 'value'
const cellsOf = ({ end, value }: Pick<WeeklySchedule, 'end' | 'value'>): Cell[] => [
  'start',
  ...(end === null ? [] : (['end'] as const)),
  ...(value === null ? [] : (['value'] as const)),
]

/** The key of the point of a cell; `period` from 0. */
export const cellKey = ({ key }: Pick<WeeklySchedule, 'key'>, run: Run, period: number, cell: Cell): string =>
  `${key}_${run}_${period + 1}_${cell}`

/** Formulas between the raw number of a time and minutes since midnight. */
const TIME_FORMULAS: Record<TimeFormat, { read: string; write: string | null }> = {
  minutes: { read: 'raw', write: null },
  hhmm: { read: 'floor(raw/100)*60+raw%100', write: 'floor(value/60)*100+value%60' },
  bcd: { read: 'floor(raw/100)*60+raw%100', write: 'floor(value/60)*100+value%60' },
  bytes: { read: 'floor(raw/256)*60+raw%256', write: 'floor(value/60)*256+value%60' },
}

const RUN_NAMES: Record<Run, Words> = {
  mon: { en: 'Monday', zh: '星期一', pl: 'poniedziałek' },
  tue: { en: 'Tuesday', zh: '星期二', pl: 'wtorek' },
  wed: { en: 'Wednesday', zh: '星期三', pl: 'środa' },
  thu: { en: 'Thursday', zh: '星期四', pl: 'czwartek' },
  fri: { en: 'Friday', zh: '星期五', pl: 'piątek' },
  sat: { en: 'Saturday', zh: '星期六', pl: 'sobota' },
  sun: { en: 'Sunday', zh: '星期日', pl: 'niedziela' },
  workdays: { en: 'Monday to Friday', zh: '星期一至星期五', pl: 'od poniedziałku do piątku' },
  weekend: { en: 'Saturday and Sunday', zh: '星期六和星期日', pl: 'sobota i niedziela' },
  all_days: { en: 'every day', zh: '每天', pl: 'codziennie' },
}
const CELL_NAMES: Record<'start' | 'end', Words> = {
  start: { en: 'start', zh: '开始', pl: 'początek' },
  end: { en: 'end', zh: '结束', pl: 'koniec' },
}
/** A first period for boards that are simulated, and for what is not known yet: from 6 to 22 o'clock. */
const USUAL = { start: 360, end: 1_320 } as const

/**
 * The points that a schedule is read and written by, in the order of its registers: commands, limits, read-back and log are those of
 * points, and those of one frame share a write group. Published with the version beside its own points.
 */
export const schedulePoints = (schedule: WeeklySchedule): DataPoint[] =>
  runsOf(schedule).flatMap((run, nr) =>
    Array.from({ length: schedule.periods }, (_, period) =>
      cellsOf(schedule).map((cell) => pointOf(schedule, { run, nr, period, cell })),
    ).flat(),
  )

const pointOf = (
  schedule: WeeklySchedule,
  { run, nr, period, cell }: { run: Run; nr: number; period: number; cell: Cell },
): DataPoint => {
  const { value, time_format } = schedule
  const is_value = cell === 'value' && value !== null
  const offset = cell === 'start' ? schedule.start : cell === 'end' ? (schedule.end ?? 0) : (value?.offset ?? 0)
  const word = is_value ? value.names : CELL_NAMES[cell === 'end' ? 'end' : 'start']
  const nameIn = (language: keyof Words): string =>
    [
      schedule.names[language] || schedule.names.en,
      RUN_NAMES[run][language],
      period + 1,
      word[language] || word.en,
    ].join(' · ')
  const names = { en: nameIn('en'), zh: nameIn('zh'), pl: nameIn('pl') }
  const usual = period === 0 && cell !== 'value' ? USUAL[cell] : 0
  return DataPoint.parse({
    key: cellKey(schedule, run, period, cell),
    names: Object.fromEntries(
      Object.entries(names).map(([language, text]) => [language, text.slice(0, LIMITS.point_name_max)]),
    ),
    address: schedule.address + nr * schedule.day_stride + period * schedule.stride + offset,
    slave: schedule.slave,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: 16,
    rw: 'rw',
    data_type: is_value ? 's16' : time_format === 'bcd' ? 'bcd16' : 'u16',
    bit: null,
    formulas: {
      read: is_value ? value.read : TIME_FORMULAS[time_format].read,
      write: is_value ? null : TIME_FORMULAS[time_format].write,
      display: null,
    },
    unit: is_value ? value.unit : CLOCK_UNIT,
    decimals: is_value ? value.decimals : 0,
    min: is_value ? value.min : 0,
    max: is_value ? value.max : DAY_MINUTES,
    step: is_value ? value.step : null,
    default_value: is_value ? value.min : usual,
    invalid: is_value ? [] : schedule.unused,
    choices: [],
    group_tag: scheduleTab(schedule),
    tab: scheduleTab(schedule),
    block: null,
    accumulate: false,
    alarm: false,
    in_history: false,
    level: schedule.level,
    tier: 'slow',
    visible: schedule.visible,
    write_group: (schedule.write_by === 'whole' ? schedule.key : `${schedule.key} ${run}`).slice(
      0,
      LIMITS.write_name_max,
    ),
    write_sequence: schedule.write_sequence,
  })
}

/** Keys of all points of these schedules. */
export const scheduleKeys = (schedules: readonly WeeklySchedule[]): ReadonlySet<string> =>
  new Set(
    schedules.flatMap((schedule) =>
      runsOf(schedule).flatMap((run) =>
        Array.from({ length: schedule.periods }, (_, period) =>
          cellsOf(schedule).map((cell) => cellKey(schedule, run, period, cell)),
        ).flat(),
      ),
    ),
  )

/** All points of a definition: its own and those of its schedules. */
export const withSchedules = (
  points: readonly DataPoint[],
  { schedules }: { schedules: readonly WeeklySchedule[] },
): DataPoint[] => [...points, ...schedules.flatMap(schedulePoints)]

/** The definition's own points again. */
export const withoutSchedules = (
  points: readonly DataPoint[],
  { schedules = [] }: { schedules?: readonly WeeklySchedule[] },
): DataPoint[] => {
  const keys = scheduleKeys(schedules)
  return keys.size === 0 ? [...points] : points.filter(({ key }) => !keys.has(key))
}

/** Registers of one frame of a schedule. */
export const frameSpan = ({ periods, stride, day_stride, write_by, ...schedule }: WeeklySchedule): number => {
  const runs = write_by === 'whole' ? runsOf(schedule).length : 1
  return (runs - 1) * day_stride + (periods - 1) * stride + periodSpan(schedule)
}

/** Registers that the cells of one period take. */
export const periodSpan = ({ start, end, value }: Pick<WeeklySchedule, 'start' | 'end' | 'value'>): number =>
  Math.max(start, end ?? 0, value?.offset ?? 0) + 1

/** Most registers that one frame writes. */
export const FRAME_REGISTERS_MAX = MAX_WRITE_REGISTERS
