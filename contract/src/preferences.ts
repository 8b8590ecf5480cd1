import { z } from 'zod'

/** What the console can tell somebody about without being asked. */
export const NOTIFICATION_KINDS = ['alarm', 'device_offline', 'export', 'account'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Product 3.42: how bad an alarm is, the least first. */
export const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const

/** Calm colours for the two letters that stand for a person. */
export const AVATAR_COLOURS = ['blue', 'teal', 'violet', 'amber', 'rose', 'slate'] as const
export type AvatarColour = (typeof AVATAR_COLOURS)[number]

const Wish = z.object({ in_app: z.boolean(), least: z.enum(SEVERITIES) })
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** How somebody wants the console to look and when it may speak; kept with the account, the same in every browser. */
export const Preferences = z.object({
  temperature: z.enum(['c', 'f']),
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
  notifications: z.object({ alarm: Wish, device_offline: Wish, export: Wish, account: Wish }),
  quiet_hours: z.object({ on: z.boolean(), from: ClockTime, to: ClockTime }),
})
export type Preferences = z.infer<typeof Preferences>

const always = { in_app: true, least: 'info' } as const

/** Of an account that never chose. */
export const DEFAULT_PREFERENCES: Preferences = {
  temperature: 'c',
  date_format: 'local',
  home: '',
  theme: 'system',
  density: 'normal',
  avatar: 'blue',
  notifications: { alarm: { in_app: true, least: 'major' }, device_offline: always, export: always, account: always },
  quiet_hours: { on: false, from: '22:00', to: '07:00' },
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
