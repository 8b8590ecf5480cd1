import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { isLockedRule } from '../alarm-rules.ts'
import type { AccessRow, AccessRows } from '../rows.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const NO_UNIT = imeiOf('86999999999999')
const tested = (product_key: string, mac: string) => ({
  product_key,
  target: { by: 'devices' as const, macs: [mac] },
  condition: {
    match: 'all' as const,
    groups: [{ match: 'all' as const, terms: [{ of: 'state' as const, state: 'online' as const }] }],
  },
  hold: { by: 'at_once' as const },
  clear_minutes: 0,
  schedule: null,
})
const draft = (product_key: string, mac: string) => ({
  ...tested(product_key, mac),
  rule_name: 'Matrix',
  severity: 'minor' as const,
  cool_down_minutes: 10,
})
const lockedOr =
  (otherwise: string): AccessRow['answers'] =>
  (person, subject, fleet) =>
    isLockedRule(person, subject, fleet) ? 'alarm_rule_read_only' : otherwise

/** Changes of rules and mutes are refused by the rule that is checked last. */
export const rows: AccessRows = {
  alarmRuleCreate: {
    sends: (_, { product_key }) => ({ body: draft(product_key, NO_UNIT) }),
    answers: 'device_not_found',
  },
  alarmRuleEdit: {
    sends: ({ mac }, { product_key }) => ({ body: { ...draft(product_key, mac ?? NO_UNIT), updated_at } }),
    answers: lockedOr('stale_edit'),
  },
  alarmRuleEnable: { sends: { body: { enabled: false } }, answers: lockedOr('ok') },
  alarmRuleDelete: { sends: { query: { updated_at } }, answers: lockedOr('stale_edit') },
  alarmRuleTest: {
    sends: (_, { product_key }) => ({ body: tested(product_key, NO_UNIT) }),
    answers: 'device_not_found',
  },
  alarmMuteCreate: {
    sends: { body: { mac: NO_UNIT, reason: 'Matrix', until: updated_at } },
    answers: 'device_not_found',
  },
  alarmMute: { sends: { body: { reason: 'Matrix', until: updated_at } }, answers: 'alarm_mute_until' },
  alarmDetectorSet: { sends: { params: { type: 'charge_drift' }, body: { enabled: false, severity: 'minor' } } },
  alarmTypeProcessSet: { sends: { params: { type: 'offline' }, body: { process_minutes: null } } },
  alarmOfflineSet: { sends: { body: { frost_below_c: 0 } } },
  alarmTimesSet: { sends: { body: { critical: 240, major: 1_440, minor: 4_320, info: null } } },
  alarmMuteEnd: { answers: 'alarm_mute_over' },
}
