import type { MenuEntry } from './menu-entry.ts'

/** Service: what people report, and what they thought of the answer. */
export const SERVICE_MENU: MenuEntry = {
  path: '/service',
  name: 'service',
  label: 'Service',
  icon: 'wrench',
  permissions: ['order:view'],
  hidden: false,
  children: [
    {
      path: '/service/userFeedback',
      name: 'user-feedback',
      label: 'Service orders',
      icon: 'list',
      permissions: ['order:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/service/order-detail/:order_id',
      name: 'order-detail',
      label: 'Service order',
      icon: 'list',
      permissions: ['order:view'],
      hidden: true,
      children: [],
    },
    {
      path: '/service/order-statistics',
      name: 'order-statistics',
      label: 'Order statistics',
      icon: 'chart',
      permissions: ['order:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/service/revisit',
      name: 'revisit-list',
      label: 'View evaluation',
      icon: 'user',
      permissions: ['revisit:view'],
      hidden: false,
      children: [],
    },
    {
      path: '/service/canned-answers',
      name: 'canned-answers',
      label: 'Order settings',
      icon: 'settings',
      permissions: ['order:reply'],
      hidden: false,
      children: [],
    },
  ],
}
