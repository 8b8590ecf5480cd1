import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'
import { useCallback, useRef } from 'react'
import { useMessages } from '../../messages/messages.ts'

/** A notification as a sentence. */
export const useNotificationText = (): ((notice: Notice) => string) => {
  const t = useMessages('notifications')
  const shared = useMessages('shared')
  // One lookup of all action names: hundreds of single lookups would dominate the cost of the inbox.
  const actionsOf = useRef<{ shared: typeof shared; actions: Readonly<Record<string, string>> } | null>(null)
  return useCallback(
    ({ what, mac, device_name, subject, text, user_name }) => {
      if (actionsOf.current?.shared !== shared)
        actionsOf.current = { shared, actions: shared(($) => $.audit_actions, { returnObjects: true }) }
      const { actions } = actionsOf.current
      const device = device_name || (mac ?? '')
      return t(($) => $.what[what], {
        device,
        subject,
        user: user_name,
        cards: text,
        action: actions[subject] ?? subject,
      })
    },
    [t, shared],
  )
}

/** The screen with details of a notification; null = none. */
export const notificationPath = ({ what, kind, mac, fault, subject, text }: Notice): string | null => {
  if (what === 'announced') return null
  if (what === 'test') return '/center/info?tab=notifications'
  if (what === 'release_asked' || what === 'release_granted' || what === 'release_refused')
    return '/device/device-saled?tab=releases'
  if (what === 'sim_expiring') return `/device/iccid-manage?days_left=${subject}`
  if (kind === 'rollout') return `/device/rollout-detail/${text}`
  if (what === 'alarm_mentioned') return `/issue/issue-list?tab=all&alarm=${text}`
  if (mac !== null) {
    const opened = fault === null ? '' : `?fault=${encodeURIComponent(fault)}`
    return `/device/device-detail/${encodeURIComponent(mac)}${opened}`
  }
  return kind === 'export' ? '/center/exports' : '/center/info?tab=security'
}
