import type { MenuEntry } from './menu-entry.ts'

export const FIRST_RUN_PATH = '/center/first-run'

/** The own account, and the first steps of an installation. */
export const CENTER_MENU: MenuEntry = {
  path: '/center',
  name: 'center',
  label: 'Personal centre',
  icon: 'user',
  permissions: [],
  hidden: false,
  children: [
    {
      path: '/center/info',
      name: 'center-info',
      label: 'Personal centre',
      icon: 'user',
      permissions: [],
      hidden: false,
      children: [],
    },
    {
      path: '/center/exports',
      name: 'my-exports',
      label: 'My exports',
      icon: 'download',
      permissions: [],
      hidden: false,
      children: [],
    },
    // Listed by the server as long as the installation is new.
    {
      path: FIRST_RUN_PATH,
      name: 'first-run',
      label: 'First steps',
      icon: 'list',
      permissions: ['system:view'],
      hidden: true,
      children: [],
    },
  ],
}
