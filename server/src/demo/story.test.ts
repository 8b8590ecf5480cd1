import { describe, expect, it } from 'vitest'
import { planDemo } from './plan.ts'
import { coldWeekOf, storyOf } from './story.ts'

const DAY_MS = 86_400_000
const TIME = { made_at: Date.UTC(2026, 10, 28, 9), days: 90 }
const plan = planDemo(1, 400)
const story = storyOf(plan, 28, TIME)
/** Lost connections of a unit within the last days before the demo. */
const dropsOf = (unit: number, days: number) =>
  story.events.filter(
    (event) => event.unit === unit && event.kind === 'offline' && event.at > TIME.made_at - days * DAY_MS,
  ).length
const meanOf = (units: readonly number[], days: number) =>
  units.reduce((sum, unit) => sum + dropsOf(unit, days), 0) / units.length
const living = [...plan.units.entries()].filter(([, { state }]) => state === 'live')
const unitsThat = (is: (unit: (typeof plan.units)[number]) => boolean) =>
  living.flatMap(([at, unit]) => (is(unit) ? [at] : []))

describe('the story of a demo', () => {
  it('has a firmware that loses its connection since it came, and a district that always does', () => {
    const weak = unitsThat((unit) => unit.weak_signal)
    const bad = unitsThat((unit) => !unit.weak_signal && unit.fw === '1.4.1')
    const others = unitsThat((unit) => !unit.weak_signal && unit.fw !== '1.4.1')
    expect(Math.min(weak.length, bad.length)).toBeGreaterThan(5)
    expect(meanOf(weak, 30)).toBeGreaterThan(60)
    expect(meanOf(bad, 16)).toBeGreaterThan(15)
    expect(meanOf(bad, 30) - meanOf(bad, 16)).toBeLessThan(5)
    expect(meanOf(others, 30)).toBeLessThan(6)
  })

  it('has each unit go and come in turn, and on line when the demo begins', () => {
    for (const [unit] of living) {
      const own = story.events.filter((event) => event.unit === unit)
      expect(own.map(({ kind }) => kind)).toEqual(own.map((_, at) => (at % 2 === 0 ? 'online' : 'offline')))
      expect(own.map(({ at }) => at)).toEqual(own.map(({ at }) => at).toSorted((a, b) => a - b))
      expect(own.at(-1)?.at).toBeLessThan(TIME.made_at)
    }
  })

  it('has frost protection in the cold week alone, and every alarm over before the demo', () => {
    const week = coldWeekOf(TIME)
    const frost = story.alarms.filter(({ type }) => type === 'device_fault')
    expect(frost.length).toBeGreaterThan(10)
    for (const { from, to } of frost) {
      expect(from).toBeGreaterThanOrEqual(week?.from_ms ?? 0)
      expect(to).toBeLessThanOrEqual(week?.to_ms ?? 0)
    }
    for (const { from, to } of story.alarms) expect([from < to, to < TIME.made_at]).toEqual([true, true])
  })

  it('is generated in long demos only', () => {
    expect(storyOf(plan, 28, { ...TIME, days: 1 })).toEqual({ events: [], alarms: [] })
  })
})
