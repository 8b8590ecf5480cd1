import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { TimeZone } from '../history/history.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { MESSAGE_LANGUAGES } from '../notification-policies/channel.ts'
import { pngUrl } from '../png-url.ts'
import { Words } from '../products/points.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()
const ByMac = z.object({ mac: DeviceId })

/** The report is of so many hours after the first values of the board, and is signed after so many at the earliest. */
export const COMMISSIONING_HOURS = 72
export const COMMISSIONING_SIGNED_AFTER_HOURS = 24

/** What is looked at, in the order in which an installer goes through it. */
export const COMMISSIONING_CHECKS = [
  'bus',
  'data',
  'signal',
  'flow_difference',
  'flow',
  'alarms',
  'starts',
  'defrosts',
  'heater',
  'cop',
  'settings',
] as const
export type CommissioningCheck = (typeof COMMISSIONING_CHECKS)[number]

const CHECK_RESULTS = ['pass', 'fail', 'not_enough_data'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

/** What checks rest on: unit and decimals of each figure. */
export const COMMISSIONING_FIGURES = {
  lost_minutes: { unit: 'min', decimals: 0 },
  data_percent: { unit: '%', decimals: 1 },
  reports: { unit: '', decimals: 0 },
  signal_dbm: { unit: 'dBm', decimals: 0 },
  difference_k: { unit: 'K', decimals: 1 },
  flow_l_min: { unit: 'L/min', decimals: 1 },
  run_hours: { unit: 'h', decimals: 1 },
  open_alarms: { unit: '', decimals: 0 },
  raised_alarms: { unit: '', decimals: 0 },
  starts_per_hour: { unit: '1/h', decimals: 2 },
  starts: { unit: '', decimals: 0 },
  defrosts_per_hour: { unit: '1/h', decimals: 2 },
  defrost_percent: { unit: '%', decimals: 1 },
  heater_minutes_a_day: { unit: 'min', decimals: 0 },
  cop: { unit: '', decimals: 2 },
  quality_percent: { unit: '%', decimals: 0 },
  mean_ambient_c: { unit: '°C', decimals: 1 },
  outside_settings: { unit: '', decimals: 0 },
  changed_settings: { unit: '', decimals: 0 },
  compared_settings: { unit: '', decimals: 0 },
} as const
export type CommissioningFigure = keyof typeof COMMISSIONING_FIGURES
const FIGURES = Object.keys(COMMISSIONING_FIGURES) as [CommissioningFigure, ...CommissioningFigure[]] // its keys

const Figure = z.object({
  figure: z.enum(FIGURES),
  /** Null = not known. */
  value: z.number().nullable(),
  /** What it must not leave; null = nothing. */
  min: z.number().nullable(),
  max: z.number().nullable(),
})
const Checked = z.object({
  check: z.enum(COMMISSIONING_CHECKS),
  result: z.enum(CHECK_RESULTS),
  figures: z.array(Figure),
})
export type Checked = z.output<typeof Checked>

/** A setting that differs from its default. */
const ChangedSetting = z.object({
  key: z.string(),
  names: Words,
  unit: z.string(),
  decimals: z.number().int(),
  value: z.number(),
  default_value: z.number(),
  /** Names of the two values, where they have some. */
  value_names: Words.nullable(),
  default_names: Words.nullable(),
  /** Beyond what the product allows. */
  is_outside: z.boolean(),
})
export type ChangedSetting = z.output<typeof ChangedSetting>

/** What was found; a signature keeps it as it was. */
export const CommissioningFindings = z.object({
  /** The period: it ends 72 hours after its begin, or lasts. */
  from: Time,
  to: Time,
  /** Hours of it that have passed. */
  hours: z.number(),
  checks: z.array(Checked),
  changed_settings: z.array(ChangedSetting),
})
export type CommissioningFindings = z.output<typeof CommissioningFindings>

const SignedName = z.string().trim().min(1).max(LIMITS.company_max)
const Note = z.string().trim().max(LIMITS.product_text_max)
const Photos = z.array(RowId).max(LIMITS.commissioning_photos_max)

const Signature = z.object({
  signed_name: z.string(),
  /** Null = confirmed by the account without a drawing. */
  drawn: z.string().nullable(),
  /** The account. */
  signed_by: z.string(),
  signed_at: Time,
  note: z.string(),
  /** Photos among the files of the unit. */
  file_ids: z.array(z.number().int()),
})

export const Commissioning = z.object({
  first_online_time: Time.nullable(),
  /** Null = the board has sent nothing yet. */
  findings: CommissioningFindings.nullable(),
  /** Null = not signed; the findings are of this moment. */
  signature: Signature.nullable(),
})
export type Commissioning = z.output<typeof Commissioning>

const CommissioningSignature = z.object({
  signed_name: SignedName,
  drawn: pngUrl(LIMITS.signature_bytes).nullable(),
  note: Note,
  file_ids: Photos,
})

const example: Commissioning = {
  first_online_time: '2026-11-18T09:00:00.000Z',
  findings: {
    from: '2026-11-18T09:15:00.000Z',
    to: '2026-11-21T09:15:00.000Z',
    hours: 72,
    checks: [
      {
        check: 'flow_difference',
        result: 'pass',
        figures: [
          { figure: 'difference_k', value: 4.8, min: 2, max: 9 },
          { figure: 'run_hours', value: 31.5, min: null, max: null },
        ],
      },
    ],
    changed_settings: [],
  },
  signature: null,
}
const FAILS = ['device_not_found'] as const

/** The commissioning report of a unit: its first 72 hours, checked and signed (product 3.12, tab 12). */
export const commissioning = endpoints({
  deviceCommissioning: {
    method: 'GET',
    path: '/device-inventory/commissioning',
    kind: 'read',
    of: 'device',
    needs: 'history:view',
    about: 'device',
    query: ByMac,
    result: Commissioning,
    fails: FAILS,
    says: 'The commissioning report of a unit: what was found in the 72 hours after the first values of its board, check by check with figures, and who signed it.',
    example,
  },
  signCommissioning: {
    method: 'POST',
    path: '/device-inventory/commissioning',
    kind: 'change',
    of: 'device',
    needs: 'device:commission',
    about: 'device',
    query: ByMac,
    body_bytes: LIMITS.signature_bytes * 2,
    body: CommissioningSignature,
    result: Commissioning,
    fails: [...FAILS, 'commissioning_signed', 'commissioning_too_early', 'not_found'],
    says: `Signs the commissioning report: what was found is kept as it is, with note and photos. After ${COMMISSIONING_SIGNED_AFTER_HOURS} hours at the earliest.`,
    example,
  },
  withdrawCommissioning: {
    method: 'DELETE',
    path: '/device-inventory/commissioning',
    kind: 'change',
    of: 'device',
    needs: 'device:commission',
    about: 'device',
    query: ByMac,
    result: Commissioning,
    fails: [...FAILS, 'commissioning_not_signed'],
    says: 'Withdraws the signature of a commissioning report; it can be signed again.',
    example,
  },
  commissioningPdf: {
    method: 'GET',
    path: '/device-inventory/commissioning-pdf',
    kind: 'read',
    of: 'device',
    needs: 'history:view',
    about: 'device',
    query: ByMac.extend({
      language: z.enum(MESSAGE_LANGUAGES).default('en'),
      /** In which its times are written. */
      time_zone: TimeZone.default('UTC'),
    }),
    gives: 'file',
    result: z.null(),
    fails: [...FAILS, 'commissioning_not_begun'],
    says: 'The commissioning report as PDF, with photos and signature where it is signed.',
    example: null,
  },
})
