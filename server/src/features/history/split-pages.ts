import type { HistorySplit } from '@heatfleet/contract/history/history.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { HistoryPage } from './history-page.ts'

/** Some rows of a page that belong to one file: from row `from` up to `to`. */
type PagePart<Unit> = { unit: Unit; page: HistoryPage; from: number; to: number; part: string | undefined }
type Pages<Unit> = { unit: Unit; name: string; pages: AsyncIterable<HistoryPage> }

/** In a day no clock is set by more. */
const INTO_NEXT_DAY_MS = 30 * 3_600_000

/** The calendar day of a zone that a moment lies in, with its bounds; rows come by time, so the same day is asked for again and again. */
const createDays = (time_zone: string) => {
  const clock = zoneClock(time_zone)
  let day = { name: '', from_ms: 0, to_ms: 0 }
  return (at_ms: number) => {
    if (at_ms >= day.from_ms && at_ms < day.to_ms) return day
    const from_ms = clock.dayStart(at_ms)
    const to_ms = clock.dayStart(from_ms + INTO_NEXT_DAY_MS)
    day = { name: new Date(clock.shown(from_ms)).toISOString().slice(0, 10), from_ms, to_ms }
    return day
  }
}
type Days = ReturnType<typeof createDays>

/** The end of the rows that lie in the day of row `from`. */
const endOfDay = (days: Days, { at_ms, lines }: HistoryPage, from: number): number => {
  const { to_ms } = days(at_ms[from] ?? 0)
  let to = from
  while (to < lines && (at_ms[to] ?? 0) < to_ms) to += 1
  return to
}

/**
 * The rows of several units as they go into one file, or into one for each unit, each day of the zone, or both. Rows of one file follow
 * one another. Values are those of the whole period: a difference over midnight is not lost.
 */
export const splitPages = <Unit>(
  units: readonly Pages<Unit>[],
  split: HistorySplit,
  time_zone: string,
): AsyncGenerator<PagePart<Unit>> => {
  const days = createDays(time_zone)
  return split === 'day' ? byDay(units, days) : byUnit(units, split, days)
}

async function* byUnit<Unit>(
  units: readonly Pages<Unit>[],
  split: Exclude<HistorySplit, 'day'>,
  days: Days,
): AsyncGenerator<PagePart<Unit>> {
  for (const { unit, name, pages } of units)
    for await (const page of pages) {
      if (split !== 'device_day') {
        yield { unit, page, from: 0, to: page.lines, part: split === 'device' ? name : undefined }
        continue
      }
      for (let from = 0; from < page.lines; ) {
        const to = endOfDay(days, page, from)
        yield { unit, page, from, to, part: `${name}-${days(page.at_ms[from] ?? 0).name}` }
        from = to
      }
    }
}

/** A day of all units before the next day of any: each unit is read as far as that, and no page is held but its present one. */
async function* byDay<Unit>(units: readonly Pages<Unit>[], days: Days): AsyncGenerator<PagePart<Unit>> {
  const cursors = units.map(({ unit, pages }) => ({
    unit,
    reader: pages[Symbol.asyncIterator](),
    page: null as HistoryPage | null,
    from: 0,
  }))
  /** The time of the next row; null = there is none. */
  const nextOf = async (cursor: (typeof cursors)[number]): Promise<number | null> => {
    while (cursor.page === null || cursor.from >= cursor.page.lines) {
      const { done, value } = await cursor.reader.next()
      if (done === true) return null
      Object.assign(cursor, { page: value, from: 0 })
    }
    return cursor.page.at_ms[cursor.from] ?? null
  }
  for (;;) {
    const times = (await Promise.all(cursors.map(nextOf))).filter((time) => time !== null)
    if (times.length === 0) return
    const { name, to_ms } = days(Math.min(...times))
    for (const cursor of cursors)
      for (let at = await nextOf(cursor); at !== null && at < to_ms; at = await nextOf(cursor)) {
        const { unit, page, from } = cursor
        if (page === null) break
        const to = endOfDay(days, page, from)
        yield { unit, page, from, to, part: name }
        cursor.from = to
      }
  }
}
