import { z } from 'zod'

/** Kinds of notifications. */
export const NOTIFICATION_KINDS = [
  'alarm',
  'device_offline',
  'binding',
  'iccid',
  'rollout',
  'order',
  'export',
  'account',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Product 3.42: how bad an alarm is, the least first. */
export const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Calm colours for the two letters that stand for a person. */
export const AVATAR_COLOURS = ['blue', 'teal', 'violet', 'amber', 'rose', 'slate'] as const
export type AvatarColour = (typeof AVATAR_COLOURS)[number]

/** By which ways: in the console, by e-mail, by text message. */
export const NOTIFICATION_WAYS = ['in_app', 'email', 'sms'] as const
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number]

// Ways missing in preferences saved before they existed are on.
const KindPreference = z.object({
  in_app: z.boolean(),
  email: z.boolean().default(true),
  sms: z.boolean().default(true),
  least: z.enum(SEVERITIES),
})
/** Notified at any severity. */
const ALWAYS = { in_app: true, email: true, sms: true, least: 'info' } as const
// Not partial(): a default would come in as a change.
const KindPreferenceChange = z
  .object({ in_app: z.boolean(), email: z.boolean(), sms: z.boolean(), least: z.enum(SEVERITIES) })
  .partial()
  .optional()
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const QuietHours = z.object({ on: z.boolean(), from: ClockTime, to: ClockTime })

/** Appearance and notification preferences; kept with the account, the same in every browser. */
export const Preferences = z.object({
  temperature: z.enum(['c', 'f']),
  energy: z.enum(['kwh', 'mj']),
  /** `local` = as the language writes dates, `iso` = 2026-11-21. */
  date_format: z.enum(['local', 'iso']),
  /** Path of the first screen; empty = the device list. */
  home: z
    .string()
    .max(100)
    .regex(/^(\/[a-z0-9/-]*)?$/),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'normal', 'roomy']),
  avatar: z.enum(AVATAR_COLOURS),
  notifications: z.object({
    alarm: KindPreference,
    device_offline: KindPreference,
    // Missing in preferences saved before these kinds existed.
    binding: KindPreference.default(ALWAYS),
    iccid: KindPreference.default(ALWAYS),
    rollout: KindPreference.default(ALWAYS),
    order: KindPreference.default(ALWAYS),
    export: KindPreference,
    account: KindPreference,
  }),
  quiet_hours: QuietHours,
})
export type Preferences = z.infer<typeof Preferences>

/** A partial change of preferences, down to one value: others stay as saved, also by another browser meanwhile. */
export const PreferencesChange = z.object({
  ...Preferences.partial().shape,
  notifications: z
    .object({
      alarm: KindPreferenceChange,
      device_offline: KindPreferenceChange,
      binding: KindPreferenceChange,
      iccid: KindPreferenceChange,
      rollout: KindPreferenceChange,
      order: KindPreferenceChange,
      export: KindPreferenceChange,
      account: KindPreferenceChange,
    })
    .optional(),
  quiet_hours: QuietHours.partial().optional(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** What is kept once a change is laid over it, with the keys that the change names alone. */
export const changedPreferences = (kept: Preferences, change: PreferencesChange): Partial<Preferences> => {
  const { notifications, quiet_hours, ...single } = change
  const entries = NOTIFICATION_KINDS.map((kind) => [kind, { ...kept.notifications[kind], ...notifications?.[kind] }])
  return {
    ...(single as Partial<Preferences>), // a key that is there has its value: what is left out is not sent
    // One entry for each kind of the table.
    ...(notifications === undefined
      ? {}
      : { notifications: Object.fromEntries(entries) as Preferences['notifications'] }),
    ...(quiet_hours === undefined ? {} : { quiet_hours: { ...kept.quiet_hours, ...quiet_hours } }),
  }
}

/** Of an account that never chose. */
export const DEFAULT_PREFERENCES: Preferences = {
  temperature: 'c',
  energy: 'kwh',
  date_format: 'local',
  home: '',
  theme: 'system',
  density: 'normal',
  avatar: 'blue',
  notifications: {
    alarm: { ...ALWAYS, least: 'major' },
    device_offline: ALWAYS,
    binding: ALWAYS,
    iccid: ALWAYS,
    rollout: ALWAYS,
    order: ALWAYS,
    export: ALWAYS,
    account: ALWAYS,
  },
  quiet_hours: { on: false, from: '22:00', to: '07:00' },
}

/** Whether a preference lets this severity through by a way. */
export const isEnabledFor = (
  preference: { least: Severity } & Partial<Record<NotificationWay, boolean>>,
  severity: Severity,
  way: NotificationWay = 'in_app',
): boolean => (preference[way] ?? true) && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(preference.least)

const minutesOf = (clock_time: string): number => {
  const [hours = 0, minutes = 0] = clock_time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Whether the console is to be quiet at this time of day (`HH:MM` on the person's clock); the night may span midnight. */
export const isQuietAt = ({ on, from, to }: Preferences['quiet_hours'], clock_time: string): boolean => {
  const [now, begin, end] = [minutesOf(clock_time), minutesOf(from), minutesOf(to)]
  if (!on || begin === end) return false
  return begin < end ? now >= begin && now < end : now >= begin || now < end
}

/** Stored preferences; what an older build did not know, or wrote otherwise, is as if never chosen. */
export const preferencesOf = (stored: Readonly<Record<string, unknown>>): Preferences => {
  const merged = Preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored })
  if (merged.success) return merged.data
  const good = Object.entries(stored).filter(
    ([key, value]) => Preferences.safeParse({ ...DEFAULT_PREFERENCES, [key]: value }).success,
  )
  return Preferences.parse({ ...DEFAULT_PREFERENCES, ...Object.fromEntries(good) })
}
