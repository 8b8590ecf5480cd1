import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import type { AlarmMute, alarmMutes, MuteTarget, MuteTime } from '@heatfleet/contract/alarm-rules/mutes.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { findAgentPath } from '../../platform/distributor-path.ts'
import { findMembers, type GroupMembers } from '../devices/public.ts'
import { seesPart } from './rules.ts'
import { findRule } from './store.ts'
import {
  endMute,
  findMute,
  findMutedAlarm,
  findMutedDevice,
  insertMute,
  listMutes,
  type MuteRow,
  type MuteValues,
} from './store-mutes.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
const DAY_MS = 86_400_000

/** Mutes of alarms. */
export const alarmMuteHandlers = ({ database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const on = (caller: Caller) => ({ now: now(), sees_part: seesPart(caller) })
  const create = async (
    caller: Caller,
    values: Omit<MuteValues, 'reason' | 'until_at'>,
    time: MuteTime,
    filter: GroupMembers | null = null,
  ) => {
    const at = now()
    const until_at = new Date(time.until)
    const last_ms = at.getTime() + ALARM_RULE_LIMITS.mute_days_max * DAY_MS
    if (until_at <= at || until_at.getTime() > last_ms)
      throw new Refusal('alarm_mute_until', { field: 'until', details: { days: ALARM_RULE_LIMITS.mute_days_max } })
    const limits = { at, max: ALARM_RULE_LIMITS.mutes_max, filter }
    const mute_id = await insertMute(db, caller, { ...values, reason: time.reason, until_at }, limits)
    if (mute_id === null) throw new Refusal('alarm_mutes_full', { details: { max: limits.max } })
    return { mute_id }
  }
  /** Refuses what the caller does not see, and more units than a caller sees who sees a part of them. */
  const idsOf = async (caller: Caller, { rule_id, mac, group_id, agent_id }: MuteTarget) => {
    if (rule_id !== null && (await findRule(db, caller, rule_id, now())) === undefined)
      throw new Refusal('alarm_rule_not_found', { field: 'rule_id' })
    const device_id = mac === null ? null : await findMutedDevice(db, caller, mac)
    if (mac !== null && device_id === null) throw new Refusal('device_not_found', { field: 'mac' })
    let filter: GroupMembers | null = null
    if (group_id !== null) {
      const group = await findMembers(db, caller, group_id)
      if (group === undefined) throw new Refusal('device_group_not_found', { field: 'group_id' })
      filter = group.kind === 'dynamic' ? group : null
    }
    if (agent_id !== null && (await findAgentPath(db, caller.scopes.agent, agent_id)) === null)
      throw new Refusal('distributor_not_found', { field: 'agent_id' })
    if (device_id === null && seesPart(caller)) throw new Refusal('alarm_rule_reach', { field: 'mac' })
    return { filter, ids: { device_id, group_id, under_agent_id: agent_id } }
  }

  return {
    alarmMuteList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listMutes(db, caller, body, on(caller), part)
      return { list: rows.map(toAlarmMute), total, ...query }
    },

    alarmMuteCreate: async ({ body: { reason, until, ...target } }, { caller, note }) => {
      const { rule_id, type, code } = target
      const { ids, filter } = await idsOf(caller, target)
      const values = { rule_id, type, code, rule_key: null, ...ids }
      const created = await create(caller, values, { reason, until }, filter)
      note({ object: `alarm-mute ${created.mute_id}`, detail: { after: { ...target, reason, until } } })
      return created
    },

    alarmMute: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const alarm = await findMutedAlarm(db, caller, id)
      if (alarm === undefined) throw new Refusal('alarm_not_found')
      const nothing = { rule_id: null, code: null, group_id: null, under_agent_id: null }
      const created = await create(caller, { ...alarm, ...nothing }, body)
      note({ detail: { after: { ...alarm, ...body, ...created } } })
      return created
    },

    alarmMuteEnd: async ({ params: { id } }, { caller, note }) => {
      note({ object: `alarm-mute ${id}` })
      const mute = await findMute(db, caller, id, on(caller))
      if (mute === undefined) throw new Refusal('alarm_mute_not_found')
      if (!(await endMute(db, { mute_id: id, uid: caller.uid, at: now() }))) throw new Refusal('alarm_mute_over')
      note({ detail: { before: toAlarmMute(mute) } })
      return null
    },
  } satisfies Pick<Handlers, keyof typeof alarmMutes>
}

const toAlarmMute = ({ from_at, until_at, ended_at, ...mute }: MuteRow): AlarmMute => ({
  ...mute,
  from: from_at.toISOString(),
  until: until_at.toISOString(),
  ended: ended_at?.toISOString() ?? null,
})
