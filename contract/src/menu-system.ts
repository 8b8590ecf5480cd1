import type { MenuEntry } from './menu-entry.ts'

export const SIMULATOR_PATH = '/system/simulator'

/** The installation itself. */
export const SYSTEM_MENU: MenuEntry = {
  path: '/system',
  name: 'system',
  label: 'System',
  icon: 'settings',
  permissions: [],
  hidden: false,
  children: [
    {
      path: '/system/operations',
      name: 'system-operations',
      label: 'Operations',
      icon: 'dashboard',
      permissions: ['ops:view'],
      hidden: false,
      children: [],
    },
    // Its tables have rights of their own.
    {
      path: '/system/data-query',
      name: 'data-query',
      label: 'Data query',
      icon: 'filter',
      permissions: [],
      hidden: false,
      children: [],
    },
    {
      path: '/system/integrations',
      name: 'system-integrations',
      label: 'Integrations',
      icon: 'key',
      permissions: ['webhook:view'],
      hidden: false,
      children: [],
    },
    // Listed by the server where there are simulated units.
    {
      path: SIMULATOR_PATH,
      name: 'device-simulator',
      label: 'Simulator',
      icon: 'curve',
      permissions: ['sim:view'],
      hidden: true,
      children: [],
    },
  ],
}
