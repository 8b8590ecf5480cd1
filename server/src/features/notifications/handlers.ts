import { LIMITS } from '@heatfleet/contract/limits.ts'
import { NOTICES, type Notice, type NoticeName } from '@heatfleet/contract/notifications/notifications.ts'
import {
  isEnabledFor,
  type Preferences,
  preferencesOf,
  SEVERITIES,
  type Severity,
} from '@heatfleet/contract/preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { listMentions } from '../alarms/public.ts'
import { listCardNotices } from '../iccids/public.ts'
import { listPolicyNotices } from '../notification-policies/public.ts'
import { listHalts } from '../rollouts/public.ts'
import { listReleaseNotices, releaseViewerOf } from '../shipments/public.ts'
import { listPausedWebhooks } from '../webhooks/public.ts'
import {
  listAccountLines,
  listAnnouncements,
  listBindingEvents,
  listDeviceEvents,
  listExportEnds,
  listLockedHours,
  listTests,
  readNotificationPreferences,
  saveSeen,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Default severity of each kind; alarms have their own, except old ones. */
const SEVERITY_OF = {
  alarm: 'major',
  alarm_notified: 'major',
  alarm_recovered: 'info',
  alarm_escalated: 'major',
  alarm_mentioned: 'major',
  order_created: 'minor',
  order_escalated: 'major',
  order_transferred: 'minor',
  order_dissatisfied: 'major',
  offline: 'minor',
  sim_expiring: 'minor',
  sim_moved: 'minor',
  sim_twice: 'major',
  bound: 'info',
  shared: 'info',
  unbound: 'info',
  transferred: 'info',
  release_asked: 'minor',
  release_granted: 'info',
  release_refused: 'info',
  rollout_halted: 'major',
  rollout_waits: 'minor',
  webhook_paused: 'major',
  export_done: 'info',
  export_failed: 'minor',
  account_changed: 'minor',
  role_changed: 'minor',
  log_in_locked: 'major',
  announced: 'info',
  test: 'info',
} as const satisfies Record<NoticeName, Severity>

/** The inbox of the console. */
export const noticeHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    notices: async (_, { caller }) => {
      const { preferences, notices_seen_at } = await readNotificationPreferences(db, caller.uid)
      const preferences_by_kind = preferencesOf(preferences).notifications
      const found = await listAll(db, caller, preferences_by_kind, new Date(clock.now() - LIMITS.notices_age_ms))
      const list = found.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, LIMITS.notices_listed_max)
      return { list: list.map(toNotice), seen_time: notices_seen_at?.toISOString() ?? null }
    },

    seeNotices: async ({ body }, { caller, note }) => {
      note({ object: `account ${caller.uid}`, detail: { seen_time: body.seen_time } })
      const at = new Date(Math.min(Date.parse(body.seen_time), clock.now()))
      return { seen_time: (await saveSeen(db, caller.uid, at)).toISOString() }
    },

    // The audit entry of this call is the notification that the inbox shows.
    testNotice: async (_, { caller, note }) => {
      note({ object: `account ${caller.uid}` })
      return null
    },
  }) satisfies Pick<Handlers, 'notices' | 'seeNotices' | 'testNotice'>

type Found = Pick<Notice, 'notice_id' | 'what'> &
  Partial<Pick<Notice, 'severity' | 'mac' | 'device_name' | 'subject' | 'text' | 'fault' | 'user_name'>> & { at: Date }

const toNotice = ({ at, ...found }: Found): Notice => ({
  mac: null,
  device_name: '',
  subject: '',
  text: '',
  fault: null,
  user_name: '',
  severity: SEVERITY_OF[found.what],
  ...found,
  kind: NOTICES[found.what],
  at: at.toISOString(),
})

const RELEASE_NOTICES = { open: 'release_asked', released: 'release_granted', refused: 'release_refused' } as const

const NO_CARDS: Awaited<ReturnType<typeof listCardNotices>> = { reminders: [], moves: [] }

/** Queries only kinds that the preferences enable and the caller's current rights allow. */
const listAll = async (
  db: Deps['database']['db'],
  caller: Caller,
  preferences_by_kind: Preferences['notifications'],
  since: Date,
): Promise<Found[]> => {
  const { uid, agent_id, permissions, narrowed } = caller
  const isEnabled = (what: NoticeName) => isEnabledFor(preferences_by_kind[NOTICES[what]], SEVERITY_OF[what])
  const sees_units = permissions.has('device:view')
  const alarms = sees_units ? SEVERITIES.filter((severity) => isEnabledFor(preferences_by_kind.alarm, severity)) : []
  const offline = sees_units && isEnabled('offline')
  const sees_bindings = permissions.has('binding:view') && isEnabled('bound')
  const sees_cards = permissions.has('iccid:view') && preferences_by_kind.iccid.in_app
  const sees_rollouts = permissions.has('rollout:view') && preferences_by_kind.rollout.in_app
  const sees_releases = permissions.has('shipment:release') && preferences_by_kind.binding.in_app
  const [
    events,
    notified,
    bindings,
    releases,
    cards,
    halts,
    exports,
    lines,
    locked,
    tests,
    webhooks,
    mentions,
    announcements,
  ] = await Promise.all([
    alarms.length > 0 || offline ? listDeviceEvents(db, caller.scope, { alarms, offline }, since) : [],
    listPolicyNotices(db, caller, since, LIMITS.notices_listed_max),
    sees_bindings ? listBindingEvents(db, caller.scope, uid, since) : [],
    sees_releases ? listReleaseNotices(db, releaseViewerOf(caller), since, LIMITS.notices_listed_max) : [],
    sees_cards ? listCardNotices(db, caller, since, LIMITS.notices_listed_max) : NO_CARDS,
    sees_rollouts ? listHalts(db, caller.scope, since, LIMITS.notices_listed_max) : [],
    listExportEnds(db, caller, since),
    listAccountLines(db, caller, since),
    listLockedHours(db, uid, since),
    listTests(db, uid, since),
    permissions.has('webhook:view') ? listPausedWebhooks(db, caller, since, LIMITS.notices_listed_max) : [],
    preferences_by_kind.alarm.in_app ? listMentions(db, caller, since, LIMITS.notices_listed_max) : [],
    agent_id === null || narrowed ? [] : listAnnouncements(db, { agent_id, uid }, since),
  ])
  const found: Found[] = [
    ...events.map(({ event_id, kind, detail, severity, ...event }) => ({
      ...event,
      ...(kind === 'alarm' ? { severity } : {}),
      notice_id: `event ${event_id}`,
      what: kind === 'alarm' ? ('alarm' as const) : ('offline' as const),
      subject: Array.isArray(detail.keys) ? detail.keys.join(', ') : '',
      // The gateway lists the most severe first.
      fault: Array.isArray(detail.codes) && typeof detail.codes[0] === 'string' ? detail.codes[0] : null,
    })),
    // The preferences were asked when they were written.
    ...notified,
    ...bindings.flatMap(({ binding_event_id, action, user_name, ...event }) =>
      action === 'marked'
        ? []
        : [{ ...event, notice_id: `binding ${binding_event_id}`, what: action, user_name: user_name ?? '' }],
    ),
    ...releases.map(({ release_id, state, mac, device_name, agent_name, asked_by, at }) => ({
      notice_id: `release ${release_id} ${state}`,
      what: RELEASE_NOTICES[state],
      device_name: device_name || mac,
      subject: agent_name ?? asked_by,
      at,
    })),
    ...cards.reminders.map(({ days, day, at, count }) => ({
      notice_id: `cards ${day} ${days}`,
      what: 'sim_expiring' as const,
      subject: days,
      text: String(count),
      at,
    })),
    ...cards.moves.map(({ event_id, at, what, iccid, mac, device_name }) => ({
      notice_id: `card ${event_id}`,
      what: what === 'twice' ? ('sim_twice' as const) : ('sim_moved' as const),
      subject: iccid,
      mac,
      device_name: device_name ?? '',
      at,
    })),
    ...halts.map(({ event_id, at, facts, rollout_id, name }) => ({
      notice_id: `rollout ${event_id}`,
      what: facts.reason === 'wave' ? ('rollout_waits' as const) : ('rollout_halted' as const),
      subject: name,
      text: String(rollout_id),
      at,
    })),
    ...webhooks.map(({ webhook_id, webhook_name, last_error, at }) => ({
      notice_id: `webhook ${webhook_id} ${at.getTime()}`,
      what: 'webhook_paused' as const,
      subject: webhook_name,
      text: last_error,
      at,
    })),
    ...exports.map(({ export_id, state, file_name, at }) => ({
      notice_id: `export ${export_id}`,
      what: state === 'done' ? ('export_done' as const) : ('export_failed' as const),
      subject: file_name,
      at,
    })),
    ...lines.map(({ audit_id, action, object, user_name, at }) => ({
      notice_id: `line ${audit_id}`,
      what: object.startsWith('role ') ? ('role_changed' as const) : ('account_changed' as const),
      subject: action,
      user_name,
      at,
    })),
    ...locked.map(({ hour, at }) => ({
      notice_id: `locked ${hour.getTime()}`,
      what: 'log_in_locked' as const,
      at,
    })),
  ]
  // Test and announcement notifications ignore the preferences.
  const test_notices = tests.map(({ audit_id, at }) => ({ notice_id: `line ${audit_id}`, what: 'test' as const, at }))
  const announced = announcements.map(({ notice_id, title, ...notice }) => ({
    ...notice,
    notice_id: `notice ${notice_id}`,
    what: 'announced' as const,
    subject: title,
  }))
  // A colleague asks this account by name: the least severity of alarms does not hold it back.
  const mentioned = mentions.map(({ log_id, alarm_id, ...notice }) => ({
    ...notice,
    notice_id: `mention ${log_id}`,
    what: 'alarm_mentioned' as const,
    text: String(alarm_id),
  }))
  const by_policy = new Set<NoticeName>(notified.map(({ what }) => what))
  const wanted = found.filter(({ what }) => what === 'alarm' || by_policy.has(what) || isEnabled(what))
  return [...wanted, ...mentioned, ...test_notices, ...announced]
}
