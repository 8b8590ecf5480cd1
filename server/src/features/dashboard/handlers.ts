import { ONLINE_TREND_HOURS, STOCK_AGE_DAYS } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING, isEverything } from '../../platform/scope.ts'
import { partOf } from './place.ts'
import { countHeld, countStates } from './store.ts'
import { listAttention } from './store-attention.ts'
import { listEvents } from './store-events.ts'
import { readOnline } from './store-online.ts'
import {
  countActivated,
  countBound,
  countEvery,
  countImported,
  countRaised,
  countWaiting,
  listCop,
  listFleetCop,
} from './store-trend.ts'

/** What the front page shows beside the figures of the specification. */
export const dashboardHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  const placed = (caller: Caller, part: FleetPart) => partOf({ database, clock }, caller, part)

  return {
    attentionList: async ({ query }, { caller }) => {
      const now = new Date(clock.now())
      const { place, scope } = await placed(caller, query)
      const sees_cards = caller.permissions.has('iccid:view')
      const rows = await listAttention(db, scope, place, { now, sees_cards, limit: LIMITS.attention_max })
      const list = rows.map(({ reasons, ...unit }) => ({
        ...unit,
        reasons: reasons.map(({ weight: _, since, ...reason }) => ({
          ...reason,
          since: since === null ? null : new Date(since).toISOString(),
        })),
      }))
      return { as_of: now.toISOString(), list }
    },

    fleetTrend: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const days = daysUntil(clock.now(), query.days, query.time_zone)
      const starts = days.map(({ start }) => start)
      const imported = byPlace(await countImported(db, scope, place, starts))
      const activated = byPlace(await countActivated(db, scope, place, starts))
      const raised = await countRaised(db, scope, place, starts)
      const list = days.map(({ day }, at) => ({
        day,
        imported: imported.get(at + 1) ?? 0,
        activated: activated.get(at + 1) ?? 0,
        ...raisedOn(raised, at + 1),
      }))
      return { as_of: new Date(clock.now()).toISOString(), list }
    },

    copTrend: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const { total } = await countStates(db, scope, place)
      const is_fleet = isEverything(scope) && place.path === null && place.product_key === null
      // Every n-th unit of a large part: its mean is known to a hundredth, and the cost stays that of a small part.
      const step = is_fleet ? 1 : Math.max(1, Math.ceil(total / LIMITS.cop_trend_units_max))
      const days = daysUntil(clock.now(), query.days, query.time_zone).map(({ day }) => day)
      const period = { from: days[0] ?? '', to: days.at(-1) ?? '', step }
      const rows = is_fleet ? await listFleetCop(db, period) : await listCop(db, scope, place, period)
      const known = new Map(rows.map((row) => [row.day, row]))
      const list = days.map((day) => {
        const row = known.get(day)
        return {
          day,
          cop: rounded(row?.cop ?? null, 2),
          units: row?.units ?? 0,
          ambient_c: rounded(row?.ambient_c ?? null, 1),
          heat_kwh: rounded(row?.heat_kwh ?? null, 1),
          electricity_kwh: rounded(row?.electricity_kwh ?? null, 1),
        }
      })
      const asked_units = step === 1 ? total : await countEvery(db, scope, place, step)
      return { as_of: new Date(clock.now()).toISOString(), units: total, asked_units, list }
    },

    onlineTrend: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const { total } = await countStates(db, scope, place)
      const step = Math.max(1, Math.ceil(total / LIMITS.online_trend_units_max))
      const now_ms = clock.now()
      const moments = Array.from(
        { length: ONLINE_TREND_HOURS + 1 },
        (_, at) => new Date(now_ms - (ONLINE_TREND_HOURS - at) * HOUR_MS),
      )
      const { now, changes } = await readOnline(db, scope, place, { moments, step })
      const list = moments.map((moment, at) => {
        // What came after the moment is in it and in all later places.
        const later = changes.filter((change) => change.at > at)
        const sumOf = (key: 'online' | 'activated') => later.reduce((sum, change) => sum + change[key], 0)
        return {
          at: moment.toISOString(),
          online: now.online - sumOf('online'),
          activated: now.activated - sumOf('activated'),
        }
      })
      return { as_of: new Date(now_ms).toISOString(), units: total, asked_units: step === 1 ? total : now.asked, list }
    },

    stockFunnel: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const states = await countStates(db, scope, place)
      // The manufacturer's stock is in no region.
      const is_fleet = query.region_code === undefined && (place.path ?? scope.agent_path) === EVERYTHING.agent_path
      const stock = is_fleet ? await countHeld(db, scope, EVERYTHING.agent_path, place.product_key) : null
      // The newest first: a class of ages begins where the one before it ends.
      const starts = STOCK_AGE_DAYS.slice(1).map((age) => startOfDay(clock.now(), age - 1, query.time_zone).start)
      const waiting = await countWaiting(db, scope, place, starts)
      return {
        as_of: new Date(clock.now()).toISOString(),
        imported: states.total,
        shipped: states.total - (stock?.total ?? 0),
        activated: states.total - states.never_online,
        bound: await countBound(db, scope, place),
        online: states.online,
        ages: STOCK_AGE_DAYS.map((from_days, at) => {
          const found = waiting.find((row) => row.at === starts.length - at)
          return {
            from_days,
            to_days: STOCK_AGE_DAYS[at + 1] ?? null,
            manufacturer: found?.manufacturer ?? 0,
            distributors: found?.distributors ?? 0,
          }
        }),
      }
    },
    fleetEvents: async ({ query }, { caller }) => {
      const { place, scope } = await placed(caller, query)
      const now_ms = clock.now()
      const rows = await listEvents(db, scope, place, new Date(now_ms - DAY_MS), LIMITS.fleet_events_max)
      const list = rows.map(({ mac, at, ...event }) => ({ ...event, at: at.toISOString(), mac_end: mac.slice(-4) }))
      return { as_of: new Date(now_ms).toISOString(), list }
    },
  } satisfies Pick<
    Handlers,
    'attentionList' | 'fleetTrend' | 'copTrend' | 'onlineTrend' | 'stockFunnel' | 'fleetEvents'
  >
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals))

/** The first moment of the day so many days before today in a zone, and its date. */
const startOfDay = (now_ms: number, days_ago: number, time_zone: string): { day: string; start: Date } => {
  const zone = zoneClock(time_zone)
  const date = Math.floor(zone.shown(now_ms) / DAY_MS) - days_ago
  // From its noon: a day is never so short or long that its noon lies in another one.
  const start = new Date(zone.dayStart(zone.moment(date * DAY_MS + DAY_MS / 2)))
  return { day: new Date(date * DAY_MS).toISOString().slice(0, 10), start }
}

/** The last days, the oldest first; today is the last. */
const daysUntil = (now_ms: number, count: number, time_zone: string) =>
  Array.from({ length: count }, (_, at) => startOfDay(now_ms, count - 1 - at, time_zone))

const raisedOn = (raised: readonly { at: number; severity: Severity; n: number }[], at: number) => {
  const of_day = raised.filter((row) => row.at === at)
  const of = (severity: Severity) => of_day.find((row) => row.severity === severity)?.n ?? 0
  const by_severity = { critical: of('critical'), major: of('major'), minor: of('minor'), info: of('info') }
  return { alarms: of_day.reduce((sum, { n }) => sum + n, 0), by_severity }
}

const byPlace = (rows: readonly { at: number; n: number }[]): Map<number, number> =>
  new Map(rows.map(({ at, n }) => [at, n]))
