import {
  type analysisDetectors,
  BASELINE_DAYS,
  DETECTORS,
  type DetectorState,
  type Finding,
} from '@heatfleet/contract/analysis/detectors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { toDetectorDay } from './detector-days.ts'
import { type DetectorDay, findingOf, isMarked } from './detectors.ts'
import { headOf } from './handlers.ts'
import { cohortOf } from './part.ts'
import { countUnits } from './store.ts'
import { listUnitDays } from './store-days.ts'

const DAY_MS = 86_400_000

/** Detectors over daily figures. */
export const analysisDetectorHandlers = ({ database, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const { db } = database
  return {
    analysisDetectors: async ({ body }, { caller }) => {
      const cohort = await cohortOf({ database, clock }, caller, body)
      const units = await countUnits(db, caller.scope, cohort)
      const max = LIMITS.analysis_detector_units_max
      if (units > max) throw new Refusal('analysis_too_large', { details: { max } })
      const numbers = cohort.days.map((day) => Date.parse(day) / DAY_MS)
      const since = new Date(((numbers[0] ?? 0) - BASELINE_DAYS) * DAY_MS).toISOString().slice(0, 10)
      const rows = await listUnitDays(db, caller.scope, cohort, since)
      const looked = rows.map(({ mac, device_name, days }) => {
        const known = days.map(toDetectorDay)
        // Today has not ended: what is newest is what is known.
        const last = known.at(-1)?.day ?? 0
        const replay = numbers.map((day) =>
          DETECTORS.map((detector) => findingOf(detector, known.slice(0, placeAfter(known, day)), day)),
        )
        return { mac, device_name, findings: DETECTORS.map((detector) => findingOf(detector, known, last)), replay }
      })
      return {
        ...headOf(cohort, clock.now(), units),
        known_units: looked.length,
        states: DETECTORS.map((detector, at) => ({
          detector,
          ...statesOf(looked.map(({ findings }) => findings[at]?.state ?? 'learning')),
        })),
        replay: cohort.days.map((day, place) => ({
          day,
          ...worstOf(looked.map(({ replay }) => replay[place] ?? [])),
        })),
        marked: DETECTORS.map((detector, at) => {
          const days = looked.map(({ replay }) => replay.filter((each) => isMarked(each[at] ?? NOTHING)).length)
          return {
            detector,
            units: days.filter((count) => count > 0).length,
            unit_days: days.reduce((sum, count) => sum + count, 0),
          }
        }),
        detected: looked
          .map(({ mac, device_name, findings }) => ({ mac, device_name, findings: findings.filter(isMarked) }))
          .filter(({ findings }) => findings.length > 0)
          .sort((a, b) => urgencyOf(b.findings) - urgencyOf(a.findings) || (a.mac < b.mac ? -1 : 1))
          .slice(0, LIMITS.analysis_detected_max),
      }
    },
  } satisfies Pick<Handlers, keyof typeof analysisDetectors>
}

const NOTHING = { state: 'learning' } as const

/** How many days there are until one, that one included. */
const placeAfter = (days: readonly DetectorDay[], day: number): number => {
  const found = days.findIndex((each) => each.day > day)
  return found < 0 ? days.length : found
}

const statesOf = (states: readonly DetectorState[]) => {
  const of = (state: DetectorState) => states.filter((each) => each === state).length
  return { learning: of('learning'), ok: of('ok'), watch: of('watch'), alert: of('alert') }
}

/** Units by the worst that any detector says of them, and units that each marks. */
const worstOf = (units: readonly (readonly Finding[])[]) => ({
  watch: units.filter((findings) => findings.some(isMarked) && findings.every(({ state }) => state !== 'alert')).length,
  alert: units.filter((findings) => findings.some(({ state }) => state === 'alert')).length,
  by: DETECTORS.map((detector, at) => ({
    detector,
    units: units.filter((findings) => isMarked(findings[at] ?? NOTHING)).length,
  })),
})

/** An alert weighs more than any number of units to watch; then how far limits are passed. */
const urgencyOf = (findings: readonly Finding[]): number =>
  findings.reduce(
    (sum, { state, value, limits }) =>
      sum + (state === 'alert' ? 1_000 : 0) + Math.min(100, (value ?? 0) / limits.alert),
    0,
  )
