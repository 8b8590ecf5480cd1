import type { Screen } from './screens.ts'

/** Notification policies, channels and the delivery log. */
export const NOTIFICATION_SCREENS: readonly Screen[] = [
  {
    name: 'notification policies',
    path: () => '/issue/notifications',
    complete: (page) => page.getByRole('tab').last(),
  },
  {
    name: 'notification channels',
    path: () => '/issue/notifications?tab=channels',
    complete: (page) => page.getByRole('tab').last(),
  },
  {
    name: 'notification log',
    path: () => '/issue/notifications?tab=log',
    complete: (page) => page.getByRole('tab').last(),
  },
]
