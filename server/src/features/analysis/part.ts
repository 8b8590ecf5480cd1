import { ANALYSIS_DAYS, type AnalysisPart } from '@heatfleet/contract/analysis/part.ts'
import { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { every } from '../../platform/scope.ts'
import { findAgentPath, findGroupOf, membersOf } from '../devices/public.ts'

const DAY_MS = 86_400_000

/** A part of the fleet and a period, as stores read them. */
export type Cohort = {
  /** Over `devices` and its left-joined `device_status`; says nothing of who sees what. */
  where: Expression<SqlBool>
  /** Of the distributor in question; null = none is named. */
  agent_path: string | null
  /** Calendar days, the oldest first, and the first moment of each. */
  days: readonly string[]
  starts: readonly Date[]
  /** The first moment of the period. */
  from: Date
  /** Its end, or now where it has not ended. */
  until: Date
  is_over: boolean
}

/** What a question narrows the fleet to; a distributor or group that the caller does not see is refused. */
export const cohortOf = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  caller: Caller,
  { product_keys, agent_id, group_id, region_code, time_zone, ...chosen }: AnalysisPart,
): Promise<Cohort> => {
  const agent_path = agent_id === undefined ? null : await findAgentPath(database, caller.scope, agent_id)
  if (agent_id !== undefined && agent_path === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  const group = await findGroupOf(database.db, caller, { group_id })
  const now = new Date(clock.now())
  const filter = DeviceGroupRule.parse({ agent_id, region_code })
  const where = every(
    membersOf({ kind: 'dynamic', group_id: 0, filter, agent_path }, now),
    group === null ? null : membersOf(group, now),
    product_keys === undefined || product_keys.length === 0
      ? null
      : sql<SqlBool>`devices.product_key = any(${product_keys})`,
  )
  return { where, agent_path, ...periodOf(now, chosen, time_zone) }
}

/** Calendar days of a zone by number. */
const daysOf = (time_zone: string) => {
  const zone = zoneClock(time_zone)
  return {
    numberAt: (at: Date) => Math.floor(zone.shown(at.getTime()) / DAY_MS),
    // From its noon: a day is never so short or long that its noon lies in another one.
    startOf: (day: number) => new Date(zone.dayStart(zone.moment(day * DAY_MS + DAY_MS / 2))),
  }
}

type ChosenPeriod = { from?: string | undefined; to?: string | undefined }

/** The days of a period; without one chosen the last until today. */
const periodOf = (now: Date, { from, to }: ChosenPeriod, time_zone: string) => {
  const { numberAt, startOf } = daysOf(time_zone)
  const last = to === undefined ? numberAt(now) : Date.parse(to) / DAY_MS
  const first = from === undefined ? last - ANALYSIS_DAYS + 1 : Date.parse(from) / DAY_MS
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const end = startOf(last + 1)
  return {
    days: numbers.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)),
    starts: numbers.map(startOf),
    from: startOf(first),
    until: end < now ? end : now,
    is_over: end < now,
  }
}

/** Where classes of ages begin, the oldest first: an age of so many days begins with the day before that one. Today is day 0. */
export const ageStarts = (now: Date, ages_days: readonly number[], time_zone: string): Date[] => {
  const { numberAt, startOf } = daysOf(time_zone)
  return ages_days.map((age) => startOf(numberAt(now) - age + 1)).toReversed()
}
