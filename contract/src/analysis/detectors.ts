import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AnalysisHead, AnalysisPart, exampleHead } from './part.ts'

const count = z.number().int()

/** What is looked for in the daily figures of a unit. */
export const DETECTORS = ['short_cycling', 'heater_overuse', 'charge_drift', 'low_flow', 'stuck_sensor'] as const
export type Detector = (typeof DETECTORS)[number]

/** `learning`: too few days to say. */
export const DETECTOR_STATES = ['learning', 'ok', 'watch', 'alert'] as const
export type DetectorState = (typeof DETECTOR_STATES)[number]

/** Days before the period that baselines are learned from. */
export const BASELINE_DAYS = 60

/** Figures of a finding: what was measured, the limit it passed, and of how many days. */
const Finding = z.object({
  detector: z.enum(DETECTORS),
  state: z.enum(DETECTOR_STATES),
  /** Starts an hour, minutes a day, % below the baseline, % of water that is missing, or days without a change. Null = not known. */
  value: z.number().nullable(),
  /** Of `watch` and `alert`. */
  limits: z.object({ watch: z.number(), alert: z.number() }),
  /** Days that it is of. */
  days: count,
  /** COP (charge drift) or water flow in L/min (low flow) that the unit had itself at the same outdoor temperatures. */
  baseline: z.number().nullable(),
})
export type Finding = z.output<typeof Finding>

const counts = { learning: count, ok: count, watch: count, alert: count }

const DetectorAnalysis = AnalysisHead.extend({
  /** Units with daily figures, all of which were looked at. */
  known_units: count,
  /** Units by state at the end of the period. */
  states: z.array(z.object({ detector: z.enum(DETECTORS), ...counts })),
  /** What each detector would have said on each day of the period. */
  replay: z.array(
    z.object({
      day: z.iso.date(),
      watch: count,
      alert: count,
      by: z.array(z.object({ detector: z.enum(DETECTORS), units: count })),
    }),
  ),
  /** Units that a detector would have marked on at least one day of the period. */
  marked: z.array(z.object({ detector: z.enum(DETECTORS), units: count, unit_days: count })),
  /** Units with a finding of `watch` or `alert`, the worst first. */
  detected: z.array(z.object({ mac: z.string(), device_name: z.string(), findings: z.array(Finding) })),
})
export type DetectorAnalysis = z.output<typeof DetectorAnalysis>

/** Detectors over the daily figures of units, replayed over the period (product 3.13). */
export const analysisDetectors = endpoints({
  analysisDetectors: {
    method: 'POST',
    path: '/analysis/detectors',
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: DetectorAnalysis,
    fails: ['distributor_not_found', 'device_group_not_found', 'analysis_too_large'],
    says: `What detectors say of units at the end of the period, with figures, and would have said on each day of it. At most ${LIMITS.analysis_detector_units_max} units; units listed: ${LIMITS.analysis_detected_max}.`,
    example: {
      ...exampleHead,
      known_units: 180,
      states: [{ detector: 'charge_drift', learning: 20, ok: 155, watch: 3, alert: 2 }],
      replay: [{ day: '2026-11-21', watch: 3, alert: 2, by: [{ detector: 'charge_drift', units: 5 }] }],
      marked: [{ detector: 'charge_drift', units: 6, unit_days: 44 }],
      detected: [
        {
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          findings: [
            {
              detector: 'charge_drift',
              state: 'alert',
              value: 18.4,
              limits: { watch: 8, alert: 15 },
              days: 7,
              baseline: 3.1,
            },
          ],
        },
      ],
    },
  },
})
