import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { BUS_STATES, ICCID_STATES, ONLINE_STATES, RECOGNITION_STATES } from '../transitions.ts'
import { exampleDevice } from './example-device.ts'

const Time = z.iso.datetime()
const count = z.number().int()

/** The way of a value from the unit to the screen, in its order. */
export const DIAGNOSIS_STEPS = ['sim', 'network', 'module', 'bus', 'product', 'points', 'fresh', 'parsing'] as const
export type DiagnosisStep = (typeof DIAGNOSIS_STEPS)[number]

/** `unknown`: what comes before must be mended first. `none`: the unit has no such step. */
const DIAGNOSIS_RESULTS = ['ok', 'warning', 'failed', 'unknown', 'none'] as const
export type DiagnosisResult = (typeof DIAGNOSIS_RESULTS)[number]

/** What was found, step by step: one of these, with its result. Texts and fixes are named after them. */
export const DIAGNOSIS_FINDINGS = {
  sim: {
    sim_ok: 'ok',
    sim_wifi: 'none',
    sim_not_reported: 'warning',
    sim_unlisted: 'warning',
    sim_ending: 'warning',
    sim_traffic_used: 'failed',
    sim_over: 'failed',
    sim_stopped: 'failed',
  },
  network: { network_ok: 'ok', network_weak: 'warning', network_offline: 'failed', network_never: 'failed' },
  module: { module_ok: 'ok', module_unregistered: 'warning', module_replaced: 'failed', module_unknown: 'unknown' },
  bus: { bus_ok: 'ok', bus_lost: 'failed', bus_not_reported: 'warning', bus_unknown: 'unknown' },
  product: {
    product_ok: 'ok',
    product_unrecognized: 'warning',
    product_disabled: 'warning',
    product_unpublished: 'failed',
  },
  points: { points_ok: 'ok', points_none: 'failed', points_unknown: 'unknown' },
  fresh: { fresh_ok: 'ok', fresh_old: 'failed', fresh_never: 'failed', fresh_unknown: 'unknown' },
  parsing: {
    parsing_ok: 'ok',
    parsing_some_refused: 'warning',
    parsing_refused: 'failed',
    parsing_no_values: 'failed',
    parsing_unknown: 'unknown',
  },
} as const satisfies Record<DiagnosisStep, Record<string, DiagnosisResult>>
type Findings = typeof DIAGNOSIS_FINDINGS
export type DiagnosisFinding = { [Step in DiagnosisStep]: keyof Findings[Step] }[DiagnosisStep]
const FINDINGS = Object.values(DIAGNOSIS_FINDINGS).flatMap((of_step) => Object.keys(of_step)) as [
  DiagnosisFinding,
  ...DiagnosisFinding[],
] // the keys of the table above

/** What the findings rest on. Times are ISO 8601 UTC, null = never or not known. */
export const DiagnosisFacts = z.object({
  net: z.enum(['wifi', '4g']),
  iccid: z.string().nullable(),
  /** The card in the list of cards; null = not in it, or not visible. */
  card_status: z.enum(ICCID_STATES).nullable(),
  card_expiration_time: Time.nullable(),
  card_traffic_used_mb: z.number().nullable(),
  card_traffic_total_mb: z.number().nullable(),
  online_status: z.enum(ONLINE_STATES),
  online_since: Time.nullable(),
  last_offline_time: Time.nullable(),
  online_times: count,
  rssi_dbm: count.nullable(),
  module_type: z.string(),
  module_version: z.string(),
  replaced_time: Time.nullable(),
  bus_status: z.enum(BUS_STATES),
  vcard_pk: z.enum(RECOGNITION_STATES),
  product_key: z.string(),
  product_published: z.boolean(),
  product_disabled: z.boolean(),
  point_count: count,
  last_report_time: Time.nullable(),
  /** Points that have a value. */
  value_count: count,
  /** Kept frames that could not be read within a day; the newest with its reason. */
  refused_count: count,
  refused_time: Time.nullable(),
  refused_reason: z.string(),
  /** When the last frame came that was read. */
  last_arrival_time: Time.nullable(),
})
export type DiagnosisFacts = z.output<typeof DiagnosisFacts>

export const DiagnosedStep = z.object({
  step: z.enum(DIAGNOSIS_STEPS),
  finding: z.enum(FINDINGS),
  result: z.enum(DIAGNOSIS_RESULTS),
})
export type DiagnosedStep = z.output<typeof DiagnosedStep>

const Diagnosis = z.object({
  mac: z.string(),
  /** When it was checked. */
  at: Time,
  steps: z.array(DiagnosedStep),
  facts: DiagnosisFacts,
})

export const deviceDiagnosis = endpoints({
  deviceDiagnosis: {
    method: 'GET',
    path: '/device-inventory/diagnosis',
    kind: 'read',
    of: 'device',
    needs: 'device:diagnose',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: Diagnosis,
    fails: ['device_not_found'],
    says: 'Checks the way of values from SIM card to screen step by step, with what each finding rests on.',
    example: {
      mac: exampleDevice.mac,
      at: '2026-11-21T09:15:10.000Z',
      steps: [
        { step: 'sim', finding: 'sim_ok', result: 'ok' },
        { step: 'network', finding: 'network_ok', result: 'ok' },
        { step: 'module', finding: 'module_ok', result: 'ok' },
        { step: 'bus', finding: 'bus_lost', result: 'failed' },
        { step: 'product', finding: 'product_ok', result: 'ok' },
        { step: 'points', finding: 'points_ok', result: 'ok' },
        { step: 'fresh', finding: 'fresh_unknown', result: 'unknown' },
        { step: 'parsing', finding: 'parsing_ok', result: 'ok' },
      ],
      facts: {
        net: '4g',
        iccid: exampleDevice.iccid,
        card_status: 'active',
        card_expiration_time: '2027-09-01T00:00:00.000Z',
        card_traffic_used_mb: 12.4,
        card_traffic_total_mb: 100,
        online_status: 'online',
        online_since: exampleDevice.online_since,
        last_offline_time: exampleDevice.last_offline_time,
        online_times: 17,
        rssi_dbm: -71,
        module_type: 'DTU4G-B',
        module_version: '1.3.0',
        replaced_time: null,
        bus_status: 'lost',
        vcard_pk: 'recognized',
        product_key: 'r290-monobloc',
        product_published: true,
        product_disabled: false,
        point_count: 105,
        last_report_time: exampleDevice.last_report_time,
        value_count: 98,
        refused_count: 0,
        refused_time: null,
        refused_reason: '',
        last_arrival_time: exampleDevice.last_report_time,
      },
    },
  },
})
