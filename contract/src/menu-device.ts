import type { MenuEntry } from './menu-entry.ts'

/** A screen with a line in the menu. */
const LISTED = { hidden: false, children: [] }
/** A screen that others lead to. */
const UNLISTED = { hidden: true, children: [] }

/** Units: list, detail, groups, import, shipments, and what hangs on them. */
export const DEVICE_MENU: MenuEntry = {
  path: '/device',
  name: 'device',
  label: 'Device management',
  icon: 'device',
  permissions: ['device:view'],
  hidden: false,
  children: [
    {
      path: '/device/device-list',
      name: 'device-list',
      label: 'Device list',
      icon: 'list',
      permissions: ['device:view'],
      ...LISTED,
    },
    {
      path: '/device/device-detail/:mac',
      name: 'device-detail',
      label: 'Device detail',
      icon: 'unit',
      permissions: ['device:view'],
      ...UNLISTED,
    },
    {
      path: '/device/unknown-modules',
      name: 'unknown-modules',
      label: 'Unknown modules',
      icon: 'lock',
      permissions: ['device-import:view'],
      ...LISTED,
    },
    {
      path: '/device/device-import',
      name: 'device-import',
      label: 'Device import',
      icon: 'list',
      permissions: ['device-import:view'],
      ...LISTED,
    },
    {
      path: '/device/device-import-detail/:import_id',
      name: 'device-import-detail',
      label: 'Import detail',
      icon: 'list',
      permissions: ['device-import:view'],
      ...UNLISTED,
    },
    {
      path: '/device/device-groups',
      name: 'device-groups',
      label: 'Device groups',
      icon: 'filter',
      permissions: ['device:view'],
      ...LISTED,
    },
    {
      path: '/device/device-saled',
      name: 'device-saled',
      label: 'Shipments',
      icon: 'list',
      permissions: ['shipment:view'],
      ...LISTED,
    },
    {
      path: '/device/device-binder',
      name: 'device-binder',
      label: 'Bindings',
      icon: 'users',
      permissions: ['binding:view'],
      ...LISTED,
    },
    {
      path: '/device/iccid-manage',
      name: 'iccid-manage',
      label: 'SIM cards',
      icon: 'list',
      permissions: ['iccid:view'],
      ...LISTED,
    },
    {
      path: '/device/model-setting',
      name: 'model-setting',
      label: 'Model setting',
      icon: 'register',
      permissions: ['device:view', 'model:view'],
      ...LISTED,
    },
    {
      path: '/device/replacement-list',
      name: 'replacement-list',
      label: 'Replacements',
      icon: 'list',
      permissions: ['device:view'],
      ...LISTED,
    },
  ],
}
