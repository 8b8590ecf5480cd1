import type { Permission } from '@heatfleet/contract/permissions.ts'

/** Screens with a form of something new, by feature: who has the right for it and sees the screen is offered it. */
export const CREATE_ACTIONS = {
  import_devices: { needs: 'device-import:create', to: '/device/device-import-detail/new' },
  new_shipment: { needs: 'shipment:ship', to: '/device/device-saled?create=1' },
  new_rollout: { needs: 'rollout:create', to: '/device/rollout-create' },
  new_product: { needs: 'product:create', to: '/product/product-create' },
  new_fault_code: { needs: 'faultcode:edit', to: '/product/fault-codes?fault=new' },
  new_order: { needs: 'order:create', to: '/service/userFeedback?create=1' },
  new_rule: { needs: 'alarm-rule:edit', to: '/issue/alarm-rules?create=1' },
  new_policy: { needs: 'notification:edit', to: '/issue/notifications?create=1' },
  new_distributor: { needs: 'agent:create', to: '/distributor/distributor-detail/new' },
  new_account: { needs: 'account:create', to: '/user/user-detail/new' },
  new_role: { needs: 'role:edit', to: '/user/role-detail/new' },
} as const satisfies Record<string, { needs: Permission; to: string }>
export type CreateAction = keyof typeof CREATE_ACTIONS

/** What the console itself does, for everybody. Languages and time zones are offered one by one. */
export const SHELL_ACTIONS = ['refresh', 'close_others', 'theme', 'keys', 'password', 'sign_out'] as const
export type ShellAction = (typeof SHELL_ACTIONS)[number]
