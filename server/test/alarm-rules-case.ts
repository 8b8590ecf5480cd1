import type { AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import type { Connections } from '../src/platform/db.ts'
import type { SmallDevice, SmallDistributor, SmallFleet } from './small-fleet.ts'

/** A rule that raises at once where the flow water is too hot. */
export const ruleDraft = (product_key: string, more: Partial<AlarmRuleDraft> = {}): AlarmRuleDraft => ({
  rule_name: 'Flow too hot',
  product_key,
  target: { by: 'product' },
  condition: {
    match: 'all',
    groups: [{ match: 'all', terms: [{ of: 'point', key: 't_out', op: 'gt', value: 60, clear: 55 }] }],
  },
  hold: { by: 'at_once' },
  clear_minutes: 0,
  schedule: null,
  severity: 'major',
  cool_down_minutes: 10,
  process_minutes: null,
  notify: { by: 'default' },
  ...more,
})

/** The first unit of the small fleet at a distributor. */
export const unitAt = ({ devices }: Pick<SmallFleet, 'devices'>, at: SmallDistributor): SmallDevice => {
  const device = devices.find((one) => one.at === at)
  if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
  return device
}

/** An active alarm of a rule at a unit, or of what `more` says. */
export const raiseAlarm = async (
  { db }: Pick<Connections, 'db'>,
  { device_id }: Pick<SmallDevice, 'device_id'>,
  rule_id: number,
  more: object = {},
): Promise<number> => {
  const now = new Date()
  const { alarm_id } = await db
    .insertInto('alarms')
    .values({
      device_id,
      type: 'threshold',
      rule_key: String(rule_id),
      severity: 'major',
      value: 61,
      first_at: now,
      last_at: now,
      ...more,
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  return alarm_id
}
