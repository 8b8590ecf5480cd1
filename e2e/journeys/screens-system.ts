import type { Screen } from './screens.ts'

/** The installation itself. */
export const SYSTEM_SCREENS: readonly Screen[] = [
  {
    name: 'operations',
    path: () => '/system/operations',
    complete: (page) => page.getByRole('definition').last(),
  },
  {
    name: 'operations-frames',
    path: () => '/system/operations?tab=frames',
    complete: (page) => page.getByRole('grid'),
  },
  {
    name: 'operations-jobs',
    path: () => '/system/operations?tab=jobs',
    complete: (page) => page.getByRole('table').last().getByRole('row').nth(1),
  },
  {
    name: 'simulator',
    path: () => '/system/simulator',
    complete: (page) => page.getByRole('table').getByRole('row').nth(1),
  },
  {
    name: 'simulator-plant',
    path: () => '/system/simulator?plant=cold_wave',
    complete: (page) => page.getByRole('dialog').getByRole('radiogroup').last(),
  },
  {
    name: 'operations-storage',
    path: () => '/system/operations?tab=storage',
    complete: (page) => page.getByRole('table').getByRole('row').nth(1),
  },
]
