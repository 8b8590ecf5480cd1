import type { MenuEntry } from './menu-entry.ts'

/** Where the units are: on the map of the installation, and on that of another service. */
export const MAP_MENU: MenuEntry = {
  path: '/map',
  name: 'map',
  label: 'Map',
  icon: 'pin',
  permissions: ['map:view'],
  hidden: false,
  children: [
    {
      path: '/map/device',
      name: 'device-map',
      label: 'Device map',
      icon: 'pin',
      permissions: ['map:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/map/second',
      name: 'second-map',
      label: 'Second map',
      icon: 'pin',
      permissions: ['map:view'],
      hidden: false,
      children: [],
    },
  ],
}
