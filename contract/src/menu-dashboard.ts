import type { MenuEntry } from './menu-entry.ts'

/** The fleet at a glance. */
export const DASHBOARD_MENU: MenuEntry = {
  path: '/dashboard',
  name: 'dashboard',
  label: 'Dashboard',
  icon: 'dashboard',
  permissions: ['dashboard:view'],
  hidden: false,
  children: [
    {
      path: '/dashboard/front-page',
      name: 'front-page',
      label: 'Front page',
      icon: 'dashboard',
      permissions: ['dashboard:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/dashboard/BSShow',
      name: 'bs-show',
      label: 'Big screen',
      icon: 'dashboard',
      permissions: ['bigscreen:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/dashboard/monitor',
      name: 'live-monitor',
      label: 'Monitor',
      icon: 'device',
      permissions: ['dashboard:view', 'device:view'],
      hidden: false,
      children: [],
    },
  ],
}
