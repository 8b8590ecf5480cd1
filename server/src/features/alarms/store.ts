import type { AlarmLogKind, AlarmLogLine } from '@heatfleet/contract/alarms/alarm.ts'
import type { OrderCause, OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import { type AlarmHandling, handlingBefore } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { insertLinePictures } from '../../platform/line-pictures.ts'
import { accountsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A move of an alarm's handling with its entry in the log. */
export type AlarmMove = {
  alarm_id: number
  to: AlarmHandling
  /** Narrower than the table of moves, where a call moves only some of them. */
  from?: readonly AlarmHandling[]
  /** Left out = stays. */
  assignee_uid?: number | null
  /** Only while this account is the assignee. */
  held_by?: number
  kind: AlarmLogKind
  uid: number
  text: string
  at: Date
} & LineExtras
type LineExtras = { cause?: OrderCause | null; parts?: readonly OrderPart[]; pictures?: readonly Buffer[] }
type MoveRefusal = 'alarm_state' | 'alarm_log_full'

/** Moves an alarm and writes its log, or returns why not; under the lock of the alarm. The caller has checked its scope. */
export const moveAlarm = (db: Db, move: AlarmMove, log_max: number): Promise<MoveRefusal | null> =>
  db.transaction().execute(async (tx) => {
    const { alarm_id, to, from = handlingBefore(to), held_by } = move
    const alarm = await tx
      .selectFrom('alarms')
      .select(['handling', 'assignee_uid'])
      .where('alarm_id', '=', alarm_id)
      .forUpdate()
      .executeTakeFirst()
    if (alarm === undefined || !from.includes(alarm.handling)) return 'alarm_state'
    if (held_by !== undefined && alarm.assignee_uid !== held_by) return 'alarm_state'
    if (await isLogFull(tx, alarm_id, log_max)) return 'alarm_log_full'
    await tx
      .updateTable('alarms')
      .set({
        handling: to,
        ...timesOf(alarm.handling, move),
        changed_at: sql`clock_timestamp()`,
        ...(move.assignee_uid === undefined ? {} : { assignee_uid: move.assignee_uid }),
      })
      .where('alarm_id', '=', alarm_id)
      .execute()
    await insertLine(tx, move)
    return null
  })

/** Notes a comment, or returns why not. The caller has checked its scope. */
export const insertComment = (
  db: Db,
  line: Pick<AlarmMove, 'alarm_id' | 'uid' | 'text' | 'at' | 'pictures'> & { mentions: number[] },
  log_max: number,
): Promise<'alarm_log_full' | null> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('alarms')
      .set({ changed_at: sql`clock_timestamp()` })
      .where('alarm_id', '=', line.alarm_id)
      .execute()
    if (await isLogFull(tx, line.alarm_id, log_max)) return 'alarm_log_full'
    await insertLine(tx, { ...line, kind: 'comment' })
    return null
  })

const HANDLED: readonly AlarmHandling[] = ['processed', 'closed']

/** The clock stops when an alarm is processed, and starts anew when it is reopened. */
const timesOf = (before: AlarmHandling, { to, at }: Pick<AlarmMove, 'to' | 'at'>) => {
  const [was, is] = [HANDLED.includes(before), HANDLED.includes(to)]
  if (was === is) return {}
  if (is) return { handled_at: at }
  const due_at = sql<Date | null>`(select ${at}::timestamptz + make_interval(mins => minutes) from alarm_time_limits
    where alarm_time_limits.severity = alarms.severity)`
  return { handled_at: null, due_at }
}

const insertLine = async (tx: Db, line: Omit<AlarmMove, 'to'> & { mentions?: number[] }): Promise<void> => {
  const { alarm_id, at, kind, uid, text, mentions = [], cause = null, parts = [], pictures = [] } = line
  const values = { alarm_id, at, kind, uid, text, mentions, cause, parts: JSON.stringify(parts) }
  const { log_id } = await tx
    .insertInto('alarm_log')
    .values({ ...values, pictures: pictures.length })
    .returning('log_id')
    .executeTakeFirstOrThrow()
  await insertLinePictures(tx, 'alarm', { id: alarm_id, line_id: log_id, pictures })
}

const isLogFull = async (tx: Db, alarm_id: number, log_max: number): Promise<boolean> => {
  const { lines } = await tx
    .selectFrom('alarm_log')
    .select(sql<number>`count(*)::int`.as('lines'))
    .where('alarm_id', '=', alarm_id)
    .executeTakeFirstOrThrow()
  return lines >= log_max
}

/** The log of an alarm, the oldest first. The caller has checked its scope. */
export const listLog = async (db: Db, alarm_id: number, limit: number): Promise<AlarmLogLine[]> => {
  const rows = await db
    .selectFrom('alarm_log')
    .leftJoin('accounts', 'accounts.uid', 'alarm_log.uid')
    .select([
      'log_id',
      'kind',
      'text',
      'at',
      'cause',
      'parts',
      'pictures',
      sql<string>`coalesce(accounts.user_name, '')`.as('author'),
      sql<string[]>`array(select mentioned.user_name from accounts mentioned
        where mentioned.uid = any(alarm_log.mentions) order by mentioned.user_name)`.as('mentions'),
    ])
    .where('alarm_id', '=', alarm_id)
    .orderBy('log_id')
    .limit(limit)
    .execute()
  return rows.map(({ at, ...line }) => ({ ...line, time: at.toISOString() }))
}

/** The mute of an alarm that ends last, or null. The caller has checked its scope. */
export const findMuteOf = async (db: Db, alarm_id: number) =>
  (
    await sql<{ mute_id: number; reason: string; until: Date; author: string }>`
      select m.mute_id, m.reason, m.until_at as until, coalesce(u.user_name, '') as author
      from alarms a
      cross join lateral mutes_of_alarm(a) m
      left join accounts u on u.uid = m.uid
      where a.alarm_id = ${alarm_id} and a.muted
      order by m.until_at desc limit 1`.execute(db)
  ).rows[0] ?? null

/** Distributor path of an alarm's device. The caller has checked its scope. */
export const findAlarmPath = async (db: Db, alarm_id: number): Promise<string> =>
  (await db.selectFrom('alarms').select('agent_path').where('alarm_id', '=', alarm_id).executeTakeFirstOrThrow())
    .agent_path

/** Accounts of the scope with a right, at or above a path. */
export const listAccountsWith = (
  db: Db,
  scope: Scope,
  query: {
    permission: 'alarm:process' | 'alarm:view'
    agent_path: string
    search: string
    limit: number
    except_uid?: number
  },
) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where(accountsWithin(scope, 'accounts'))
    .where('accounts.disabled', '=', false)
    .where(sql<boolean>`${query.permission} = any(roles.permissions)`)
    .where(sql<boolean>`accounts.uid is distinct from ${query.except_uid ?? null}::int`)
    .where(sql<boolean>`(accounts.agent_id is null or starts_with(${query.agent_path}, distributors.agent_path))`)
    .where(sql<boolean>`(strpos(lower(accounts.user_name), ${query.search.toLowerCase()}) > 0
      or strpos(lower(accounts.nick_name), ${query.search.toLowerCase()}) > 0)`)
    .select([
      'accounts.uid',
      'accounts.user_name',
      'accounts.nick_name',
      sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
    ])
    .orderBy('accounts.user_name')
    .limit(query.limit)
    .execute()

/** The user name of an account of the scope, or null. */
export const findAccountName = async (db: Db, scope: Scope, uid: number): Promise<string | null> =>
  (
    await db
      .selectFrom('accounts')
      .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
      .where('accounts.uid', '=', uid)
      .where(accountsWithin(scope, 'accounts'))
      .select('accounts.user_name')
      .executeTakeFirst()
  )?.user_name ?? null

/** The newest changes of alarms after a time, for the realtime sockets; null = the last one. Unscoped: each socket checks its own. */
export const listChangedAlarms = async (db: Db, since: Date | null, limit: number) =>
  db
    .selectFrom('alarms')
    .$if(since !== null, (query) => query.where('changed_at', '>', since ?? new Date(0)))
    .select(['alarm_id', 'device_id', 'agent_path', 'product_key', 'changed_at'])
    .orderBy('changed_at', 'desc')
    .limit(since === null ? 1 : limit)
    .execute()
