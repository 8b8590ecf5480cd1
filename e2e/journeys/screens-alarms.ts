import type { Screen } from './screens.ts'
import { NOTIFICATION_SCREENS } from './screens-notifications.ts'

/** Alarms, the rules of people, mutes, and who is notified. */
export const ALARM_SCREENS: readonly Screen[] = [
  {
    name: 'issue-list',
    path: () => '/issue/issue-list?tab=all',
    complete: (page) => page.getByRole('tab').last(),
  },
  { name: 'alarm-rules', path: () => '/issue/alarm-rules', complete: (page) => page.getByRole('grid') },
  { name: 'alarm-mutes', path: () => '/issue/alarm-rules?tab=mutes', complete: (page) => page.getByRole('grid') },
  {
    name: 'alarm-types',
    path: () => '/issue/alarm-rules?tab=types',
    complete: (page) => page.getByRole('table'),
  },
  ...NOTIFICATION_SCREENS,
]
