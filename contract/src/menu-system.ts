import type { MenuEntry } from './menu-entry.ts'

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
  ],
}
