import { LIMITS } from '../limits.ts'
import {
  DIAGNOSIS_FINDINGS,
  type DiagnosedStep,
  type DiagnosisFacts,
  type DiagnosisFinding,
  type DiagnosisResult,
  type DiagnosisStep,
} from './diagnosis.ts'

/** A card that ends within so many days is told of: time enough to renew it. */
export const CARD_ENDING_DAYS = 30
/** Below these a module drops out now and then. Source: 3GPP and WiFi practice, dBm. */
export const WEAK_DBM = { '4g': -105, wifi: -80 } as const
const DAY_MS = 86_400_000

type Rule<Step extends DiagnosisStep> = readonly [
  keyof (typeof DIAGNOSIS_FINDINGS)[Step],
  (facts: DiagnosisFacts, now_ms: number) => boolean,
]
type Rules = { [Step in DiagnosisStep]: readonly Rule<Step>[] }

const isOnline = ({ online_status }: DiagnosisFacts): boolean => online_status === 'online'
const daysLeft = ({ card_expiration_time }: DiagnosisFacts, now_ms: number): number =>
  card_expiration_time === null ? Number.POSITIVE_INFINITY : (Date.parse(card_expiration_time) - now_ms) / DAY_MS
const isTrafficUsed = ({ card_traffic_used_mb: used, card_traffic_total_mb: total }: DiagnosisFacts): boolean =>
  used !== null && total !== null && total > 0 && used >= total
const ageOf = ({ last_report_time }: DiagnosisFacts, now_ms: number): number =>
  last_report_time === null ? Number.POSITIVE_INFINITY : now_ms - Date.parse(last_report_time)
/** A frame that could not be read came after the last that could. */
const isNewestRefused = ({ refused_time, last_arrival_time }: DiagnosisFacts): boolean =>
  refused_time !== null && (last_arrival_time === null || refused_time > last_arrival_time)
const always = () => true

/** The first rule that holds is the finding of its step. */
const RULES: Rules = {
  sim: [
    ['sim_wifi', ({ net }) => net === 'wifi'],
    ['sim_not_reported', ({ iccid }) => iccid === null],
    ['sim_stopped', ({ card_status }) => card_status === 'stopped' || card_status === 'cancelled'],
    ['sim_over', (facts, now) => facts.card_status === 'expired' || daysLeft(facts, now) < 0],
    ['sim_traffic_used', isTrafficUsed],
    ['sim_unlisted', ({ card_status }) => card_status === null],
    ['sim_ending', (facts, now) => daysLeft(facts, now) < CARD_ENDING_DAYS],
    ['sim_ok', always],
  ],
  network: [
    ['network_never', ({ online_status }) => online_status === 'never'],
    ['network_offline', (facts) => !isOnline(facts)],
    ['network_weak', ({ net, rssi_dbm }) => rssi_dbm !== null && rssi_dbm < WEAK_DBM[net]],
    ['network_ok', always],
  ],
  module: [
    ['module_replaced', ({ replaced_time }) => replaced_time !== null],
    ['module_unknown', ({ online_status }) => online_status === 'never'],
    ['module_unregistered', ({ module_version }) => module_version === ''],
    ['module_ok', always],
  ],
  bus: [
    ['bus_unknown', (facts) => !isOnline(facts)],
    ['bus_lost', ({ bus_status }) => bus_status === 'lost'],
    ['bus_not_reported', ({ bus_status }) => bus_status === 'unknown'],
    ['bus_ok', always],
  ],
  product: [
    ['product_unpublished', ({ product_published }) => !product_published],
    ['product_disabled', ({ product_disabled }) => product_disabled],
    ['product_unrecognized', ({ vcard_pk }) => vcard_pk === 'unrecognized'],
    ['product_ok', always],
  ],
  points: [
    ['points_unknown', ({ product_published }) => !product_published],
    ['points_none', ({ point_count }) => point_count === 0],
    ['points_ok', always],
  ],
  fresh: [
    ['fresh_unknown', (facts) => !isOnline(facts) || facts.bus_status === 'lost'],
    ['fresh_never', ({ last_report_time }) => last_report_time === null],
    ['fresh_old', (facts, now) => ageOf(facts, now) > LIMITS.diagnosis_fresh_ms],
    ['fresh_ok', always],
  ],
  parsing: [
    ['parsing_refused', isNewestRefused],
    ['parsing_unknown', ({ last_report_time, point_count }) => last_report_time === null || point_count === 0],
    ['parsing_no_values', ({ value_count }) => value_count === 0],
    ['parsing_some_refused', ({ refused_count }) => refused_count > 0],
    ['parsing_ok', always],
  ],
}

const RESULTS: Readonly<Record<string, DiagnosisResult>> = Object.assign({}, ...Object.values(DIAGNOSIS_FINDINGS))

/** Checks the way of a value from the unit to the screen step by step: what was found, and whether it must be mended. */
export const diagnose = (facts: DiagnosisFacts, now_ms: number): DiagnosedStep[] =>
  Object.entries(RULES).map(([step, rules]) => {
    // Each list ends with a rule that always holds; step and finding are the keys of the tables above.
    const finding = rules.find(([, holds]) => holds(facts, now_ms))?.[0] as DiagnosisFinding
    return { step: step as DiagnosisStep, finding, result: RESULTS[finding] ?? 'unknown' }
  })
