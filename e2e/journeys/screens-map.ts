import type { Screen } from './screens.ts'

/** The maps, replacements of modules, and the diagnosis of a unit. */
export const MAP_SCREENS: readonly Screen[] = [
  {
    name: 'device-map',
    path: () => '/map/device?at=120.15,30.3,8',
    complete: (page) => page.locator('[data-drawn]'),
  },
  {
    name: 'device-map unit',
    path: (of) => `/map/device?at=120.15,30.3,8&unit=${of.mac}`,
    complete: (page) => page.getByRole('definition').last(),
  },
  {
    name: 'device-map regions',
    path: () => '/map/device?at=105,34,2&layer=online',
    complete: (page) => page.getByRole('table').getByRole('row').nth(1),
  },
  { name: 'second-map', path: () => '/map/second?at=15,50,4', complete: (page) => page.locator('[data-drawn]') },
  { name: 'replacement-list', path: () => '/device/replacement-list', complete: (page) => page.getByRole('grid') },
  {
    name: 'device-diagnosis',
    path: (of) => `/device/device-detail/${of.mac}?tab=diagnosis`,
    complete: (page) => page.getByRole('tabpanel').getByRole('listitem').nth(7),
  },
]
