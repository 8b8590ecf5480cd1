import { z } from 'zod'
import { SEVERITIES } from '../preferences.ts'
import { Words } from '../products/points.ts'
import { RowId } from '../row-id.ts'
import { AlarmFilter } from './alarm.ts'
import { ALARM_LIMITS } from './limits.ts'
import { ALARM_TYPE_NAMES } from './types.ts'

/** What alarms are put together by: the unit, what is wrong, or the distributor. */
export const ALARM_GROUPINGS = ['device', 'kind', 'agent'] as const
export type AlarmGrouping = (typeof ALARM_GROUPINGS)[number]

export const AlarmGroupsOf = AlarmFilter.extend({ by: z.enum(ALARM_GROUPINGS) })

/** Alarms that have something in common. Which of the parts that name it are filled depends on the grouping. */
export const AlarmGroup = z.object({
  /** By device. */
  mac: z.string().nullable(),
  device_name: z.string(),
  /** By distributor; null = another grouping, the manufacturer's stock, or one outside the scope. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
  /** By kind: the type with the code of a fault or the rule of people. */
  type: z.enum(ALARM_TYPE_NAMES).nullable(),
  code: z.string().nullable(),
  rule_id: RowId.nullable(),
  rule_name: z.string(),
  names: Words.nullable(),
  count: z.number().int(),
  active: z.number().int(),
  severity: z.enum(SEVERITIES),
  last_time: z.iso.datetime(),
})
export type AlarmGroup = z.infer<typeof AlarmGroup>

export const AlarmGroups = z.object({
  /** Those with the most alarms first. */
  list: z.array(AlarmGroup).max(ALARM_LIMITS.groups_max),
  /** True when there are more. */
  more: z.boolean(),
})

export const exampleGroup: AlarmGroup = {
  mac: null,
  device_name: '',
  agent_id: null,
  agent_name: '',
  type: 'device_fault',
  code: 'F07',
  rule_id: null,
  rule_name: '',
  names: { en: 'Water flow failure', zh: '水流故障', pl: 'Brak przepływu wody' },
  count: 14,
  active: 3,
  severity: 'critical',
  last_time: '2026-11-21T09:40:00.000Z',
}
