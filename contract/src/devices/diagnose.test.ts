import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import { CARD_ENDING_DAYS, diagnose, WEAK_DBM } from './diagnose.ts'
import { DIAGNOSIS_FINDINGS, DIAGNOSIS_STEPS, type DiagnosisFacts, type DiagnosisFinding } from './diagnosis.ts'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
const before = (ms: number): string => new Date(NOW_MS - ms).toISOString()
const inDays = (days: number): string => new Date(NOW_MS + days * 86_400_000).toISOString()

const WELL: DiagnosisFacts = {
  net: '4g',
  iccid: '89860324421045678909',
  card_status: 'active',
  card_expiration_time: inDays(300),
  card_traffic_used_mb: 5,
  card_traffic_total_mb: 100,
  online_status: 'online',
  online_since: before(3_600_000),
  last_offline_time: before(7_200_000),
  online_times: 3,
  rssi_dbm: -71,
  module_type: 'DTU4G-B',
  module_version: '1.3.0',
  replaced_time: null,
  bus_status: 'ok',
  vcard_pk: 'recognized',
  product_key: 'r290-monobloc',
  product_published: true,
  product_disabled: false,
  point_count: 105,
  last_report_time: before(30_000),
  value_count: 98,
  refused_count: 0,
  refused_time: null,
  refused_reason: '',
  last_arrival_time: before(30_000),
}

const findingsOf = (facts: Partial<DiagnosisFacts>): DiagnosisFinding[] =>
  diagnose({ ...WELL, ...facts }, NOW_MS).map(({ finding }) => finding)

/** What is changed of a unit that is well, and the one finding that is new of it. */
const CASES: readonly (readonly [DiagnosisFinding, Partial<DiagnosisFacts>])[] = [
  ['sim_wifi', { net: 'wifi', iccid: null, card_status: null }],
  ['sim_wifi', { net: 'wifi', card_status: 'stopped' }],
  ['sim_not_reported', { iccid: null }],
  ['sim_unlisted', { card_status: null, card_expiration_time: null }],
  ['sim_stopped', { card_status: 'stopped' }],
  ['sim_stopped', { card_status: 'cancelled', card_expiration_time: inDays(-3) }],
  ['sim_over', { card_status: 'expired' }],
  ['sim_over', { card_expiration_time: inDays(-0.01) }],
  ['sim_traffic_used', { card_traffic_used_mb: 100 }],
  ['sim_traffic_used', { card_traffic_used_mb: 100.1, card_expiration_time: inDays(2) }],
  ['sim_ending', { card_expiration_time: inDays(CARD_ENDING_DAYS - 0.01) }],
  ['sim_ok', { card_expiration_time: inDays(CARD_ENDING_DAYS) }],
  ['sim_ok', { card_expiration_time: null }],
  ['sim_ok', { card_traffic_total_mb: 0, card_traffic_used_mb: 3 }],
  ['sim_ok', { card_traffic_total_mb: null, card_traffic_used_mb: 3_000 }],
  ['sim_ok', { card_status: 'in_stock' }],
  ['sim_ok', { card_status: 'test' }],
  ['network_offline', { online_status: 'offline' }],
  ['network_never', { online_status: 'never' }],
  ['network_weak', { rssi_dbm: WEAK_DBM['4g'] - 1 }],
  ['network_ok', { rssi_dbm: WEAK_DBM['4g'] }],
  ['network_weak', { net: 'wifi', rssi_dbm: WEAK_DBM.wifi - 1 }],
  ['network_ok', { net: 'wifi', rssi_dbm: WEAK_DBM.wifi }],
  ['network_ok', { rssi_dbm: null }],
  ['module_replaced', { replaced_time: before(1_000) }],
  ['module_replaced', { replaced_time: before(1_000), online_status: 'never' }],
  ['module_unregistered', { module_version: '' }],
  ['module_unknown', { online_status: 'never', module_version: '' }],
  ['module_ok', { module_type: '' }],
  ['bus_lost', { bus_status: 'lost' }],
  ['bus_not_reported', { bus_status: 'unknown' }],
  ['bus_unknown', { bus_status: 'lost', online_status: 'offline' }],
  ['product_unrecognized', { vcard_pk: 'unrecognized' }],
  ['product_ok', { vcard_pk: 'identifying' }],
  ['product_ok', { vcard_pk: 'not_started' }],
  ['product_disabled', { product_disabled: true, vcard_pk: 'unrecognized' }],
  ['product_unpublished', { product_published: false, product_disabled: true }],
  ['points_unknown', { product_published: false, point_count: 0 }],
  ['points_none', { point_count: 0, value_count: 0 }],
  ['points_ok', { point_count: 1 }],
  ['fresh_old', { last_report_time: before(LIMITS.diagnosis_fresh_ms + 1) }],
  ['fresh_ok', { last_report_time: before(LIMITS.diagnosis_fresh_ms) }],
  ['fresh_ok', { last_report_time: before(-5_000) }],
  ['fresh_never', { last_report_time: null }],
  ['fresh_unknown', { online_status: 'offline', last_report_time: null }],
  ['fresh_unknown', { bus_status: 'lost', last_report_time: before(900_000) }],
  ['parsing_refused', { refused_time: before(10_000), refused_count: 1 }],
  [
    'parsing_refused',
    { refused_time: before(10_000), refused_count: 1, last_arrival_time: null, last_report_time: null },
  ],
  ['parsing_some_refused', { refused_time: before(60_000), refused_count: 4 }],
  ['parsing_no_values', { value_count: 0 }],
  ['parsing_unknown', { last_report_time: null }],
  ['parsing_unknown', { point_count: 0, value_count: 0 }],
]

describe('the diagnosis of a unit', () => {
  it('finds nothing where all is well', () => {
    const steps = diagnose(WELL, NOW_MS)
    expect(steps.map(({ step }) => step)).toEqual(DIAGNOSIS_STEPS)
    expect(steps.map(({ result }) => result)).toEqual(DIAGNOSIS_STEPS.map(() => 'ok'))
  })

  it.each(CASES)('%s: %j', (finding, facts) => expect(findingsOf(facts)).toContain(finding))

  it('has a case for every finding', () => {
    const all = Object.values(DIAGNOSIS_FINDINGS).flatMap((of_step) => Object.keys(of_step))
    const tried = new Set<string>([...CASES.map(([finding]) => finding), ...findingsOf({})])
    expect(all.filter((finding) => !tried.has(finding))).toEqual([])
  })

  it('says one thing of each step, with the result of that finding', () => {
    for (const [, facts] of CASES)
      for (const { step, finding, result } of diagnose({ ...WELL, ...facts }, NOW_MS)) {
        const findings: Record<string, string> = DIAGNOSIS_FINDINGS[step]
        expect(findings[finding]).toBe(result)
      }
  })

  it('blames a lost bus alone where the module is online and nothing comes', () => {
    const steps = diagnose({ ...WELL, bus_status: 'lost', last_report_time: before(3_600_000) }, NOW_MS)
    expect(steps.filter(({ result }) => result === 'failed').map(({ step }) => step)).toEqual(['bus'])
  })

  it('blames the network alone where the unit is offline', () => {
    const steps = diagnose({ ...WELL, online_status: 'offline', last_report_time: before(86_400_000) }, NOW_MS)
    expect(steps.filter(({ result }) => result === 'failed').map(({ step }) => step)).toEqual(['network'])
  })
})
