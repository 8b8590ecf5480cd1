import type { Screen } from './screens.ts'

/** A query with most of the parts. */
const QUERY = JSON.stringify({
  select: [
    { table: 'device', columns: ['product_name', 'mac', 'device_name', 'online_status', 'last_report_time'] },
    { table: 'agent', columns: ['agent_name'] },
  ],
  where: {
    single_table: [
      { name: 'simulated', option: '=', value: true },
      { name: 'online_status', option: 'in', value: ['online', 'offline'] },
      { method: 'or', name: 'device_name', option: 'contains', value: 'Villa' },
    ],
    two_table: [
      { method: 'left_join', table: 'agent', name: 'agent_id', other_table: 'device', other_name: 'agent_id' },
    ],
  },
  order: [{ name: 'last_report_time', option: 'desc' }],
  group: [{ name: 'product_name' }],
})

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
    name: 'operations-sockets',
    path: () => '/system/operations?tab=sockets',
    complete: (page) => page.getByRole('table').last().getByRole('row').nth(1),
  },
  {
    name: 'data-query',
    path: () => `/system/data-query?${new URLSearchParams({ q: QUERY })}`,
    complete: (page) => page.getByRole('grid').getByRole('row').nth(1),
  },
  {
    name: 'integrations',
    path: () => '/system/integrations',
    complete: (page) => page.getByRole('tab').last(),
  },
  {
    name: 'integrations-log',
    path: () => '/system/integrations?tab=log',
    complete: (page) => page.getByRole('tab').last(),
  },
  {
    name: 'integrations-tokens',
    path: () => '/system/integrations?tab=tokens',
    complete: (page) => page.getByRole('main').getByRole('heading').last(),
  },
  {
    name: 'simulator',
    path: () => '/system/simulator',
    // Nothing may be planted yet: the figures are always there.
    complete: (page) => page.getByRole('main').getByRole('listitem').last(),
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
