import type { Screen } from './screens.ts'

/** Rollouts of settings; images of firmware, upgrades and campaigns. */
export const ROLLOUT_SCREENS: readonly Screen[] = [
  { name: 'rollout-list', path: () => '/device/rollout-list', complete: (page) => page.getByRole('grid') },
  {
    name: 'rollout-templates',
    path: () => '/device/rollout-list?tab=templates',
    complete: (page) => page.getByRole('tab').last(),
  },
  {
    name: 'rollout-create',
    path: () => '/device/rollout-create',
    complete: (page) => page.getByRole('textbox').last(),
  },
  { name: 'ota', path: () => '/device/ota', complete: (page) => page.getByRole('row').nth(1) },
  { name: 'ota-list', path: () => '/device/ota-list', complete: (page) => page.getByRole('grid') },
  {
    name: 'ota-campaign',
    path: () => '/device/ota-list?campaign=new',
    complete: (page) => page.getByRole('checkbox').last(),
  },
  {
    name: 'device-upgrade',
    path: (of) => `/device/device-detail/${of.mac}?tab=upgrade`,
    complete: (page) => page.getByRole('definition').last(),
  },
]
