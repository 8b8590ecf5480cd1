import type { AlarmDetail, AlarmFilter } from '@heatfleet/contract/alarms/alarm.ts'
import type { alarms } from '@heatfleet/contract/alarms/alarms.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import type { AlarmResult } from '@heatfleet/contract/alarms/result.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { findLinePicture, readPictures } from '../../platform/line-pictures.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import { toDataUrl } from '../../platform/png.ts'
import type { Layouts } from '../products/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { decodeSnapshot } from './snapshot-format.ts'
import {
  type AlarmMove,
  findAccountName,
  findAlarmPath,
  findMuteOf,
  insertComment,
  listAccountsWith,
  listLog,
  moveAlarm,
} from './store.ts'
import { countAlarms } from './store-counts.ts'
import { listGroups } from './store-groups.ts'
import { type AlarmRow, type AlarmScopes, alarmCountMax, findAlarm, listAlarms, listCodeNames } from './store-list.ts'
import { listSimilar } from './store-similar.ts'
import { findSnapshot } from './store-snapshots.ts'
import { listStorms } from './store-storms.ts'
import { snapshotStateOf, toAlarm } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key'> & { layouts: Layouts }

/** Scopes for alarms, for the names of distributors and for service orders. */
export const scopesOf = (caller: Pick<Caller, 'scope' | 'scopes' | 'permissions'>): AlarmScopes => ({
  devices: caller.scope,
  agents: caller.scopes.agent,
  orders: caller.permissions.has('order:view') ? caller.scope : null,
})

const resultOf = ({ pictures, ...said }: AlarmResult) => ({ ...said, pictures: readPictures(pictures) })

/** Alarms and their handling. */
export const alarmHandlers = (deps: Deps) => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())

  const read = async (caller: Caller, alarm_id: number): Promise<AlarmRow> => {
    const row = await findAlarm(db, scopesOf(caller), alarm_id)
    if (row === null) throw new Refusal('alarm_not_found')
    return row
  }
  const readDetail = async (caller: Caller, alarm_id: number): Promise<AlarmDetail> => {
    const row = await read(caller, alarm_id)
    const [names, log, mute] = await Promise.all([
      listCodeNames(db, [row]),
      listLog(db, alarm_id, ALARM_LIMITS.log_max),
      row.muted ? findMuteOf(db, alarm_id) : null,
    ])
    return {
      ...toAlarm(row, names),
      log,
      snapshot: snapshotStateOf(row),
      mute: mute && { ...mute, until: mute.until.toISOString() },
    }
  }
  /** The audit entry holds the states, not the text: that is in the log of the alarm. */
  const move = async (
    caller: Caller,
    before: AlarmRow,
    change: Omit<AlarmMove, 'alarm_id' | 'uid' | 'at'>,
    note: (detail: Record<string, unknown>) => void,
  ): Promise<AlarmDetail> => {
    const { alarm_id } = before
    const refusal = await moveAlarm(db, { ...change, alarm_id, uid: caller.uid, at: now() }, ALARM_LIMITS.log_max)
    if (refusal !== null) throw new Refusal(refusal, { details: { max: ALARM_LIMITS.log_max } })
    const after = await readDetail(caller, alarm_id)
    note({
      before: { handling: before.handling, assignee: before.assignee },
      after: { handling: after.handling, assignee: after.assignee },
    })
    return after
  }
  /** Refuses an assignee without access to the alarm or without the right to process it; returns the user name. */
  const checkAssignee = async (caller: Caller, uid: number, alarm_id: number): Promise<string> => {
    const field = 'assignee_uid'
    const name = await findAccountName(db, caller.scopes.account, uid)
    if (name === null) throw new Refusal('user_not_exist', { field })
    const named = await findCallerOfAccount(deps, uid)
    const reaches =
      named?.permissions.has('alarm:process') === true && (await findAlarm(db, scopesOf(named), alarm_id)) !== null
    if (!reaches) throw new Refusal('handler_out_of_reach', { field })
    return name
  }

  const listOffered = async (
    caller: Caller,
    alarm_id: number,
    query: { permission: 'alarm:process' | 'alarm:view'; search: string; except_uid?: number },
  ) => {
    await read(caller, alarm_id)
    const agent_path = await findAlarmPath(db, alarm_id)
    return listAccountsWith(db, caller.scopes.account, { ...query, agent_path, limit: ALARM_LIMITS.assignees_max })
  }
  /** Whoever may not see the alarm cannot be mentioned: the inbox would hold a comment on what is hidden. */
  const checkMentioned = async (caller: Caller, uid: number, alarm_id: number): Promise<void> => {
    const refusal = new Refusal('user_not_exist', { field: 'mention_uids' })
    if ((await findAccountName(db, caller.scopes.account, uid)) === null) throw refusal
    const named = await findCallerOfAccount(deps, uid)
    if (named?.permissions.has('alarm:view') !== true) throw refusal
    if ((await findAlarm(db, scopesOf(named), alarm_id)) === null) throw refusal
  }

  return {
    alarmList: async ({ query, body }, { caller }) => {
      const count_max = alarmCountMax(body)
      const listed = { filter: body satisfies AlarmFilter, uid: caller.uid, now: now(), count_max }
      const { rows, page, more } = await readCursorPage(deps.secret_key, {
        call: 'alarmList',
        uid: caller.uid,
        filter: body,
        query,
        count_max,
        list: (part) => listAlarms(db, scopesOf(caller), listed, part),
        keyOf: ({ alarm_id }) => alarm_id,
      })
      const names = await listCodeNames(db, rows)
      return { list: rows.map((row) => toAlarm(row, names)), ...page, more }
    },

    alarmCounts: (_, { caller }) => countAlarms(db, caller.scope, { uid: caller.uid, now: now() }),

    alarmGroups: async ({ body: { by, ...filter } }, { caller }) => {
      const query = { by, filter: filter satisfies AlarmFilter, uid: caller.uid, now: now() }
      const groups = await listGroups(db, scopesOf(caller), query, ALARM_LIMITS.groups_max + 1)
      return { list: groups.slice(0, ALARM_LIMITS.groups_max), more: groups.length > ALARM_LIMITS.groups_max }
    },

    alarmStorms: (_, { caller }) => {
      const ended_since = new Date(deps.clock.now() - ALARM_LIMITS.storm_listed_ms)
      return listStorms(db, scopesOf(caller), { ended_since, limit: ALARM_LIMITS.storms_max })
    },

    alarmInfo: ({ params: { id } }, { caller }) => readDetail(caller, id),

    alarmSimilar: async ({ params: { id } }, { caller }) =>
      listSimilar(db, scopesOf(caller), await read(caller, id), ALARM_LIMITS.similar_max),

    alarmSnapshot: async ({ params: { id } }, { caller }) => {
      const row = await read(caller, id)
      const snapshot = await findSnapshot(db, id)
      if (snapshot === null) throw new Refusal('not_found')
      const layout = await deps.layouts.findInUse(row.product_key)
      const { at_ms, points } = decodeSnapshot(snapshot.body)
      return {
        trigger_time: snapshot.trigger_at.toISOString(),
        at_ms,
        points: points.filter(({ key }) => seesPoint(caller, layout?.byKey.get(key))),
      }
    },

    alarmPicture: async ({ params: { id, log_id: line_id, picture_no } }, { caller }) => {
      await read(caller, id)
      const picture = await findLinePicture(db, 'alarm', { id, line_id, picture_no })
      if (picture === null) throw new Refusal('not_found')
      return { picture: toDataUrl(picture) }
    },

    alarmAccept: async ({ params: { id }, body: { release } }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const before = await read(caller, id)
      const change = release
        ? ({ to: 'unprocessed', assignee_uid: null, held_by: caller.uid, kind: 'released', text: '' } as const)
        : ({
            to: 'in_process',
            from: ['unprocessed'],
            assignee_uid: caller.uid,
            kind: 'accepted',
            text: '',
          } as const)
      return move(caller, before, change, (detail) => note({ detail }))
    },

    alarmAssignees: ({ params: { id }, query: { search } }, { caller }) =>
      listOffered(caller, id, { permission: 'alarm:process', search }),

    alarmReaders: ({ params: { id }, query: { search } }, { caller }) =>
      // Mentioning oneself tells nobody.
      listOffered(caller, id, { permission: 'alarm:view', search, except_uid: caller.uid }),

    alarmAssign: async ({ params: { id }, body: { assignee_uid } }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const before = await read(caller, id)
      const text = await checkAssignee(caller, assignee_uid, id)
      const from = ['unprocessed', 'in_process'] as const
      const change = { to: 'in_process', from, assignee_uid, kind: 'assigned', text } as const
      return move(caller, before, change, (detail) => note({ detail }))
    },

    alarmProcess: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const before = await read(caller, id)
      const change = { to: 'processed', kind: 'processed', ...resultOf(body) } as const
      return move(caller, before, change, (detail) => note({ detail }))
    },

    alarmClose: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const before = await read(caller, id)
      const change = { to: 'closed', kind: 'closed', ...resultOf(body) } as const
      return move(caller, before, change, (detail) => note({ detail }))
    },

    alarmReopen: async ({ params: { id }, body: { text } }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      const before = await read(caller, id)
      const assignee_uid = before.assignee_uid ?? caller.uid
      const from = ['processed', 'closed'] as const
      const change = { to: 'in_process', from, assignee_uid, kind: 'reopened', text } as const
      return move(caller, before, change, (detail) => note({ detail }))
    },

    alarmComment: async ({ params: { id }, body: { text, mention_uids, pictures: sent } }, { caller, note }) => {
      note({ object: `alarm ${id}` })
      await read(caller, id)
      const mentions = [...new Set(mention_uids)]
      for (const uid of mentions) await checkMentioned(caller, uid, id)
      const line = { alarm_id: id, uid: caller.uid, text, at: now(), mentions, pictures: readPictures(sent) }
      const refusal = await insertComment(db, line, ALARM_LIMITS.log_max)
      if (refusal !== null) throw new Refusal(refusal, { details: { max: ALARM_LIMITS.log_max } })
      return readDetail(caller, id)
    },
  } satisfies Pick<Handlers, keyof typeof alarms>
}
