import {
  ACTIVATION_CLASS_DAYS,
  type analysis,
  DROP_CLASSES,
  OFFLINE_CLASS_HOURS,
  SIGNAL_CLASS_DBM,
  WAITING_AGE_DAYS,
} from '@heatfleet/contract/analysis/analysis.ts'
import type { AnalysisPart } from '@heatfleet/contract/analysis/part.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { ageStarts, type Cohort, cohortOf } from './part.ts'
import { classesOf, percentOf, perMonth, secondsByDay } from './rules.ts'
import { countUnits, type Db } from './store.ts'
import {
  countBus,
  countBusLosses,
  countDrops,
  countOffline,
  countOfflineCauses,
  countSignal,
  listWorst,
  type Net,
  readDayChanges,
  readMedianSignal,
  readNets,
  sumOperation,
} from './store-connectivity.ts'
import { countActivation, countFunnel, countWaiting, readActivation } from './store-stock.ts'

const HOUR_MS = 3_600_000
const NETS = ['wifi', '4g'] as const

/** What every answer begins with. */
export const headOf = (cohort: Cohort, now_ms: number, units: number) => ({
  as_of: new Date(now_ms).toISOString(),
  units,
  from: cohort.days[0] ?? '',
  to: cohort.days.at(-1) ?? '',
})

/** From stock to connection, over a part of the fleet and a period. */
export const analysisHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  const chosen = (caller: Caller, part: AnalysisPart) => cohortOf({ database, clock }, caller, part)

  return {
    analysisStock: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const now = new Date(clock.now())
      const ages = ageStarts(now, WAITING_AGE_DAYS.slice(1), body.time_zone)
      const [funnel, waiting, activation, classes] = await Promise.all([
        countFunnel(db, caller.scope, cohort),
        countWaiting(db, caller.scope, cohort, ages),
        readActivation(db, caller.scope, cohort),
        countActivation(db, caller.scope, cohort, ACTIVATION_CLASS_DAYS),
      ])
      return {
        ...headOf(cohort, now.getTime(), funnel.imported),
        funnel,
        waiting: WAITING_AGE_DAYS.map((from, at) => {
          const found = waiting.find((row) => row.at === ages.length - at)
          return {
            from,
            to: WAITING_AGE_DAYS[at + 1] ?? null,
            manufacturer: found?.manufacturer ?? 0,
            distributors: found?.distributors ?? 0,
          }
        }),
        activation: { ...activation, classes: classesOf(ACTIVATION_CLASS_DAYS, classes) },
      }
    },

    analysisConnectivity: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const now_ms = clock.now()
      const longest_first = OFFLINE_CLASS_HOURS.slice(1)
        .map((hours) => new Date(now_ms - hours * HOUR_MS))
        .toReversed()
      const [units, spells, drops, worst, signal, bus, bus_losses, offline, causes] = await Promise.all([
        countUnits(db, caller.scope, cohort),
        readSpells(db, caller, cohort),
        countDrops(db, caller.scope, cohort, DROP_CLASSES),
        listWorst(db, caller.scope, cohort, LIMITS.analysis_worst_max),
        countSignal(db, caller.scope, cohort, SIGNAL_CLASS_DBM),
        countBus(db, caller.scope, cohort),
        countBusLosses(db, caller.scope, cohort),
        countOffline(db, caller.scope, cohort, longest_first),
        countOfflineCauses(db, caller.scope, cohort, {
          sees_cards: caller.permissions.has('iccid:view'),
          now: new Date(now_ms),
        }),
      ])
      const signalAt = (at: number, net: Net) => signal.find((row) => row.at === at && row.net === net)?.n ?? 0
      return {
        ...headOf(cohort, now_ms, units),
        ...spells,
        drops: classesOf(DROP_CLASSES, drops),
        worst,
        // What is weaker than the first limit is put to the weakest class, which has no lower end.
        signal: SIGNAL_CLASS_DBM.map((from, at) => ({
          from: at === 0 ? null : from,
          to: SIGNAL_CLASS_DBM[at + 1] ?? null,
          wifi: signalAt(at + 1, 'wifi') + (at === 0 ? signalAt(0, 'wifi') : 0),
          '4g': signalAt(at + 1, '4g') + (at === 0 ? signalAt(0, '4g') : 0),
        })),
        bus,
        bus_losses,
        offline: OFFLINE_CLASS_HOURS.map((from, at) => ({
          from,
          to: OFFLINE_CLASS_HOURS[at + 1] ?? null,
          units: offline.find((row) => row.at === longest_first.length - at)?.n ?? 0,
        })),
        offline_causes: { card: 0, area: 0, weak_signal: 0, unknown: 0, ...causes },
      }
    },
  } satisfies Pick<Handlers, keyof typeof analysis>
}

/** Time online by day and by network. */
const readSpells = async (db: Db, { scope }: Pick<Caller, 'scope'>, cohort: Cohort) => {
  const [nets, changes, operation, medians] = await Promise.all([
    readNets(db, scope, cohort),
    readDayChanges(db, scope, cohort),
    sumOperation(db, scope, cohort),
    readMedianSignal(db, scope, cohort),
  ])
  const starts_ms = cohort.starts.map((start) => start.getTime())
  const until_ms = cohort.until.getTime()
  const of = NETS.map((net) => {
    const row = nets.find((each) => each.net === net)
    const sums = (kind: 'online' | 'activated', initial: number) =>
      secondsByDay(
        starts_ms,
        until_ms,
        initial,
        changes.filter((change) => change.net === net && change.kind === kind),
      )
    const online = sums('online', row?.before ?? 0)
    const activated = sums('activated', row?.activated_before ?? 0)
    return { net, row, online, activated }
  })
  const total = (days: readonly { seconds: number }[]) => days.reduce((sum, { seconds }) => sum + seconds, 0)
  const days = cohort.days.map((day, at) => {
    const sum = (kind: 'online' | 'activated') => of.reduce((all, each) => all + (each[kind][at]?.seconds ?? 0), 0)
    return {
      day,
      units: of.reduce((all, { activated }) => all + (activated[at]?.units ?? 0), 0),
      online_percent: percentOf(sum('online'), sum('activated')),
    }
  })
  return {
    activated: nets.reduce((sum, { units }) => sum + units, 0),
    // Days that have not begun say nothing.
    days: days.filter((_, at) => (starts_ms[at] ?? until_ms) < until_ms),
    nets: of.flatMap(({ net, row, online, activated }) =>
      row === undefined
        ? []
        : [
            {
              net,
              units: row.units,
              online_percent: percentOf(total(online), total(activated)),
              drops: row.drops,
              drops_per_month: perMonth(row.drops, operation.find((each) => each.net === net)?.seconds ?? 0),
              signal_median_dbm: medians.find((each) => each.net === net)?.dbm ?? null,
            },
          ],
    ),
  }
}
