import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'
import { useCallback, useRef } from 'react'
import { useMessages } from '../../messages/messages.ts'

/** A notice as a sentence. */
export const useNotificationText = (): ((notice: Notice) => string) => {
  const t = useMessages('notifications')
  const audit = useMessages('audit')
  // All actions at once: hundreds of words, looked up for each notice they would be most of what the inbox costs.
  const actionsOf = useRef<{ audit: typeof audit; actions: Readonly<Record<string, string>> } | null>(null)
  return useCallback(
    ({ what, mac, device_name, subject }) => {
      if (actionsOf.current?.audit !== audit)
        actionsOf.current = { audit, actions: audit(($) => $.actions, { returnObjects: true }) }
      const { actions } = actionsOf.current
      const device = device_name || (mac ?? '')
      return t(($) => $.what[what], { device, subject, action: actions[subject] ?? subject })
    },
    [t, audit],
  )
}

/** The screen on which one sees more of it; null = there is no more. */
export const notificationPath = ({ what, kind, mac, fault }: Notice): string | null => {
  if (what === 'announced') return null
  if (what === 'test') return '/center/info?tab=notifications'
  if (mac !== null) {
    const opened = fault === null ? '' : `?fault=${encodeURIComponent(fault)}`
    return `/device/device-detail/${encodeURIComponent(mac)}${opened}`
  }
  return kind === 'export' ? '/center/exports' : '/center/info?tab=security'
}
