import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { NOTIFICATION_KINDS, type NotificationKind, SEVERITIES } from '../preferences.ts'

const Time = z.iso.datetime()

/** What a notice may be about, each with the preference that enables it. */
export const NOTICES = {
  alarm: 'alarm',
  /** By a notification policy: alarms that the console would not tell of by itself, and what follows of them. */
  alarm_notified: 'alarm',
  alarm_recovered: 'alarm',
  alarm_escalated: 'alarm',
  /** Somebody mentioned the account in a comment at an alarm. */
  alarm_mentioned: 'alarm',
  order_created: 'order',
  order_escalated: 'order',
  order_transferred: 'order',
  order_dissatisfied: 'order',
  offline: 'device_offline',
  sim_expiring: 'iccid',
  sim_moved: 'iccid',
  sim_twice: 'iccid',
  bound: 'binding',
  shared: 'binding',
  unbound: 'binding',
  transferred: 'binding',
  /** Somebody asks for a unit of the own stock, or for one that is bound. */
  release_asked: 'binding',
  /** What became of a request of the own organisation. */
  release_granted: 'binding',
  release_refused: 'binding',
  rollout_halted: 'rollout',
  rollout_waits: 'rollout',
  /** The system paused a webhook whose calls failed for a day. */
  webhook_paused: 'account',
  export_done: 'export',
  export_failed: 'export',
  account_changed: 'account',
  role_changed: 'account',
  log_in_locked: 'account',
  /** A message to the accounts of a distributor. */
  announced: 'account',
  test: 'account',
} as const satisfies Record<string, NotificationKind>
export type NoticeName = keyof typeof NOTICES
// The keys of the table above, of which there is at least one.
const NOTICE_NAMES = Object.keys(NOTICES) as [NoticeName, ...NoticeName[]]

/** One thing that happened in the caller's area or to the own account: what the console shows as a notification. */
export const Notice = z.object({
  /** Names it among all of them. */
  notice_id: z.string(),
  what: z.enum(NOTICE_NAMES),
  kind: z.enum(NOTIFICATION_KINDS),
  severity: z.enum(SEVERITIES),
  at: Time,
  /** The unit it is about; null = none. */
  mac: z.string().nullable(),
  device_name: z.string(),
  /** Of cards that end: the days before it, and in `text` how many they are. Else keys of the alarms that were raised; the file of an export; the action on an account; the title of what was written; the name of a rollout; the problem of an order; the beginning of a comment. */
  subject: z.string(),
  /** Text of the message; of a rollout its number, of a comment that of its alarm; empty = none. */
  text: z.string(),
  /** The code of the worst alarm that was raised; null = none, or an unnamed fault. */
  fault: z.string().nullable(),
  /** The account that did it; empty = none of the console. */
  user_name: z.string(),
})
export type Notice = z.infer<typeof Notice>

/** The inbox of the console (product 3.38): a view of what stands written already, in the scope of the moment. */
export const notices = endpoints({
  notices: {
    method: 'GET',
    path: '/center/notices',
    kind: 'read',
    of: 'notice',
    needs: 'signed-in',
    about: { list: 'device' },
    result: z.object({
      /** The newest {@link LIMITS.notices_listed_max} of {@link LIMITS.notices_age_ms}, newest first. */
      list: z.array(Notice).max(LIMITS.notices_listed_max),
      /** Up to when everything was seen, in whichever browser; null = never. */
      seen_time: Time.nullable(),
    }),
    fails: [],
    says: 'What happened lately to units of the scope and to the own account, as far as the own wishes let it through.',
    example: {
      list: [
        {
          notice_id: 'event 812',
          what: 'offline',
          kind: 'device_offline',
          severity: 'minor',
          at: '2026-11-21T07:58:12.000Z',
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          subject: '',
          text: '',
          fault: null,
          user_name: '',
        },
      ],
      seen_time: null,
    },
  },
  seeNotices: {
    method: 'POST',
    path: '/center/see-notices',
    kind: 'change',
    of: 'notice',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: z.object({ seen_time: Time }),
    result: z.object({ seen_time: Time }),
    fails: [],
    says: 'Notes that the notices up to then were seen; it never goes back, nor beyond this moment.',
    example: { seen_time: '2026-11-21T08:00:00.000Z' },
  },
  testNotice: {
    method: 'POST',
    path: '/center/test-notice',
    kind: 'change',
    of: 'notice',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    result: z.null(),
    fails: [],
    says: 'Sends a notice to the own inbox, on every browser, so that its owner sees how one arrives.',
    example: null,
  },
})
