import { z } from 'zod'
import { TimeZone } from '../history/history.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'

const DAY_MS = 86_400_000

/** A group of fewer units says little, and tells too much of single households: its figures are left out. */
export const GROUP_UNITS_MIN = 5

/** Days a period has that nobody has chosen. */
export const ANALYSIS_DAYS = 30

/** Which units, and when; a cohort. What is left out does not narrow. Days are calendar days of a zone, both included. */
export const AnalysisPart = z
  .object({
    product_keys: z.array(z.string().max(LIMITS.product_key_max)).max(LIMITS.analysis_products_max).optional(),
    /** A distributor with all below it. */
    agent_id: RowId.optional(),
    /** Members of a group of devices, as they are now. */
    group_id: RowId.optional(),
    /** Region of the distributor: the digits of GB/T 2260 that its code begins with, or a code of ISO 3166-2. */
    region_code: z.string().trim().max(10).optional(),
    /** Both or neither: the last days until today. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    time_zone: TimeZone.default('UTC'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    params: { rule: 'from_and_to' },
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    params: { rule: 'from_before_to' },
  })
  .refine(
    ({ from, to }) =>
      from === undefined ||
      to === undefined ||
      Date.parse(to) - Date.parse(from) < LIMITS.analysis_period_days_max * DAY_MS,
    { path: ['from'], params: { rule: 'period_too_long' } },
  )
export type AnalysisPart = z.output<typeof AnalysisPart>
export type AnalysisPartInput = z.input<typeof AnalysisPart>

const count = z.number().int()

/** What every answer begins with. */
export const AnalysisHead = z.object({
  as_of: z.iso.datetime(),
  /** Units of the part, whatever they do; every figure says beside itself of how many of them it is. */
  units: count,
  from: z.iso.date(),
  to: z.iso.date(),
})

/** A class of a histogram, `from` included; `to` null = no end. */
export const ClassOf = z.object({ from: z.number(), to: z.number().nullable(), units: count })
export type ClassOf = z.output<typeof ClassOf>

/** Groups left out for having fewer than {@link GROUP_UNITS_MIN} units. */
export const HiddenGroups = z.object({ groups: count, units: count })
export type HiddenGroups = z.output<typeof HiddenGroups>

export const exampleHead = { as_of: '2026-11-21T09:15:00.000Z', units: 200, from: '2026-10-23', to: '2026-11-21' }
