import type { DemoPlan, PlannedUnit } from './plan.ts'
import { openRandom, type Random } from './random.ts'
import type { DemoState } from './state.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A shorter demo has no room for a story; a longer one tells it in its last days. */
const STORY_DAYS = 30
/** A module firmware that loses its connection, days before the demo: since when. */
const BAD_FIRMWARE = { version: '1.4.1', since_days: 16 } as const
/** A week far below the measured weather, days before the demo. */
const COLD_WEEK = { from_days: 12, to_days: 5, shift_k: -9 } as const
/** In old buildings one unit of so many reaches its frost protection then. */
const FROST_EVERY = 4

/** Lost connections a day, and how long they last, minutes. */
const DROPS = {
  ordinary: { a_day: 0.12, min: 2, max: 45 },
  weak_signal: { a_day: 3, min: 1, max: 8 },
  bad_firmware: { a_day: 1.5, min: 4, max: 25 },
} as const
/** From here on a lost connection was an alarm. */
const OFFLINE_ALARM_MIN = 20

type Story = {
  events: { at: number; unit: number; kind: 'online' | 'offline' }[]
  alarms: {
    unit: number
    type: 'offline' | 'device_fault'
    rule_key: string
    code: string | null
    severity: 'minor' | 'major'
    from: number
    to: number
  }[]
}

type Time = Pick<DemoState, 'made_at' | 'days'>

/** The cold week of a demo's history, unix ms; null = it is too short for one. */
export const coldWeekOf = ({ made_at, days }: Time): { from_ms: number; to_ms: number; shift_k: number } | null => {
  if (days < STORY_DAYS) return null
  const midnight = Math.floor(made_at / DAY_MS) * DAY_MS
  return {
    from_ms: midnight - COLD_WEEK.from_days * DAY_MS,
    to_ms: midnight - COLD_WEEK.to_days * DAY_MS,
    shift_k: COLD_WEEK.shift_k,
  }
}

/**
 * What happened to the units of a demo before it began: a firmware and a district with a weak signal that lose their connection, and frost
 * protection in the cold week. `unit`: place in the plan; times in unix ms.
 */
export const storyOf = ({ units }: DemoPlan, seed: number, time: Time): Story => {
  const cold_week = coldWeekOf(time)
  if (cold_week === null) return { events: [], alarms: [] }
  const story: Story = { events: [], alarms: [] }
  for (const [at, unit] of units.entries()) {
    if (unit.state !== 'live') continue
    const random = openRandom(seed + 7_919 * (at + 1))
    story.events.push({ at: time.made_at - time.days * DAY_MS, unit: at, kind: 'online' })
    for (const { from, to } of dropsOf(unit, random, time.made_at)) {
      story.events.push({ at: from, unit: at, kind: 'offline' }, { at: to, unit: at, kind: 'online' })
      if (to - from >= OFFLINE_ALARM_MIN * MINUTE_MS)
        story.alarms.push({ unit: at, type: 'offline', rule_key: '', code: null, severity: 'minor', from, to })
    }
    if (unit.house === 'retrofit' && at % FROST_EVERY === 0) {
      const from = cold_week.from_ms + random.whole(DAY_MS, 6 * DAY_MS)
      const to = from + random.whole(20, 90) * MINUTE_MS
      story.alarms.push({ unit: at, type: 'device_fault', rule_key: 'f20', code: 'F20', severity: 'major', from, to })
    }
  }
  return story
}

/** The lost connections of a unit, the oldest first; none overlaps the next. */
const dropsOf = (unit: PlannedUnit, random: Random, made_at: number): { from: number; to: number }[] => {
  const drops: { from: number; to: number }[] = []
  for (let day = STORY_DAYS; day >= 1; day -= 1) {
    const is_bad = unit.fw === BAD_FIRMWARE.version && day <= BAD_FIRMWARE.since_days
    const { a_day, min, max } = DROPS[unit.weak_signal ? 'weak_signal' : is_bad ? 'bad_firmware' : 'ordinary']
    const count = Math.floor(a_day) + (random.next() < a_day % 1 ? 1 : 0)
    for (let n = 0; n < count; n += 1) {
      // Each in a part of the day of its own.
      const part_ms = DAY_MS / count
      const from = made_at - day * DAY_MS + n * part_ms + random.next() * (part_ms - max * MINUTE_MS)
      drops.push({ from, to: from + random.whole(min, max) * MINUTE_MS })
    }
  }
  return drops
}
