import { z } from 'zod'
import { ByAlarm } from '../alarms/alarm.ts'
import { ALARM_TYPE_NAMES } from '../alarms/types.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { ALARM_RULE_LIMITS } from './limits.ts'

const Time = z.iso.datetime()
const ByMute = z.object({ id: RowIdText })

/** Which alarms: of a rule, a type or a fault code; of a unit, a list of units or a distributor with all below it. */
export const MuteTarget = z.object({
  rule_id: RowId.nullable().default(null),
  type: z.enum(ALARM_TYPE_NAMES).nullable().default(null),
  code: z.string().trim().min(1).max(LIMITS.fault_code_max).nullable().default(null),
  mac: DeviceId.nullable().default(null),
  group_id: RowId.nullable().default(null),
  agent_id: RowId.nullable().default(null),
})
export type MuteTarget = z.output<typeof MuteTarget>

const how = {
  reason: textOf({ min: 1, max: ALARM_RULE_LIMITS.mute_reason_max }),
  /** Mandatory: a mute that is forgotten ends by itself. */
  until: Time,
}
export const MuteTime = z.object(how)
export type MuteTime = z.output<typeof MuteTime>
export const MuteDraft = z
  .object({ ...MuteTarget.shape, ...how })
  .refine(
    ({ rule_id, type, code, mac, group_id, agent_id }) =>
      [rule_id, type, code, mac, group_id, agent_id].some((part) => part !== null),
    brokenAs('alarm_mute_empty', 'type'),
  )

export const MUTE_STATES = ['active', 'ended', 'over'] as const
export const AlarmMute = z.object({
  mute_id: RowId,
  rule_id: RowId.nullable(),
  rule_name: z.string(),
  type: z.enum(ALARM_TYPE_NAMES).nullable(),
  /** Of one alarm: its fault point, setting or card; empty = whatever it is about. */
  rule_key: z.string(),
  code: z.string().nullable(),
  mac: z.string().nullable(),
  device_name: z.string(),
  group_id: RowId.nullable(),
  group_name: z.string(),
  under_id: RowId.nullable(),
  under_name: z.string(),
  reason: z.string(),
  /** User name; empty = an account that is gone. */
  author: z.string(),
  from: Time,
  until: Time,
  ended: Time.nullable(),
  state: z.enum(MUTE_STATES),
  /** Alarms of the scope that are muted by it now, of those that are active or not handled. */
  alarms: z.number().int(),
  /** Whose it is; null = the manufacturer's. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
})
export type AlarmMute = z.output<typeof AlarmMute>

export const ALARM_MUTE_SORTS = ['until', 'from'] as const
export const AlarmMuteFilter = z.object({
  state: z.enum(MUTE_STATES).optional(),
  sort_by: z.enum(ALARM_MUTE_SORTS).default('until'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type AlarmMuteFilter = z.output<typeof AlarmMuteFilter>

const example: AlarmMute = {
  mute_id: 9,
  rule_id: null,
  rule_name: '',
  type: 'device_fault',
  rule_key: '',
  code: 'F01',
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  group_id: null,
  group_name: '',
  under_id: null,
  under_name: '',
  reason: 'Sensor is on order.',
  author: 'hotline',
  from: '2026-11-21T09:15:00.000Z',
  until: '2026-11-28T09:15:00.000Z',
  ended: null,
  state: 'active',
  alarms: 1,
  agent_id: null,
  agent_name: '',
}
const refused = ['alarm_mute_until', 'alarm_mutes_full'] as const

/** Mutes: alarms that are raised, but not notified nor counted, for a while (product 3.40). */
export const alarmMutes = endpoints({
  alarmMuteList: {
    method: 'POST',
    path: '/event/alarm-mute-list',
    kind: 'read',
    of: 'alarm-rule',
    needs: 'alarm-rule:view',
    about: { list: 'alarm_mute' },
    query: Paging,
    body: AlarmMuteFilter.default({ sort_by: 'until', sort_order: 'desc' }),
    result: pageOf(AlarmMute),
    fails: [],
    says: 'Mutes of the own organisation and those below it.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  alarmMuteCreate: {
    method: 'POST',
    path: '/event/alarm-mute',
    kind: 'change',
    of: 'alarm-rule',
    needs: 'alarm:mute',
    about: 'unscoped',
    sends: { body: { mac: '863412060123455' } },
    body: MuteDraft,
    result: z.object({ mute_id: RowId }),
    fails: [
      ...refused,
      'alarm_mute_empty',
      'alarm_rule_not_found',
      'device_not_found',
      'device_group_not_found',
      'device_group_kind',
      'distributor_not_found',
      'alarm_rule_reach',
    ],
    says: 'Mutes alarms until a time, at most 90 days; of a distributor those of its own units.',
    example: { mute_id: 9 },
  },
  alarmMute: {
    method: 'POST',
    path: '/event/alarm-info/:id/mute',
    kind: 'change',
    of: 'alarm-rule',
    needs: 'alarm:mute',
    about: 'alarm',
    params: ByAlarm,
    body: MuteTime,
    result: z.object({ mute_id: RowId }),
    fails: [...refused, 'alarm_not_found'],
    says: 'Mutes what one alarm is about, at its unit.',
    example: { mute_id: 9 },
  },
  alarmMuteEnd: {
    method: 'POST',
    path: '/event/alarm-mute/:id/end',
    kind: 'change',
    of: 'alarm-rule',
    needs: 'alarm:mute',
    about: 'alarm_mute',
    params: ByMute,
    result: z.null(),
    fails: ['alarm_mute_not_found', 'alarm_mute_over'],
    says: 'Ends a mute before its time; its alarms count and are notified again.',
    example: null,
  },
})
