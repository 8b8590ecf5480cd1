import { api } from '@heatfleet/contract/api.ts'
import { APP_USER_STATES, MARKS } from '@heatfleet/contract/app-users/app-users.ts'
import { BIND_WAYS, BINDING_ROLES } from '@heatfleet/contract/bindings/bindings.ts'
import { BINDING_ACTIONS } from '@heatfleet/contract/bindings/device-binder.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ListCall, listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'

export const TABS = ['current', 'history', 'invitations'] as const
const tabParam = defaultParam(TABS, 'current')
export const also = { tab: tabParam }

/** Begins the declaration of one of the lists. */
export const bindings = <C extends ListCall>(call: C) =>
  listOf(call, 'bindings', () => ({ users: useMessages('app-users') }))
const { filter } = bindings(api.bindUserList)

export const devicePath = ({ mac }: { mac: string }) => `/device/device-detail/${mac}`

/** One address for all tabs, so that a filter that means something in several stays. */
export const filters = {
  search: filter.text(100, { placeholder: ({ t }) => t(($) => $.filters.search_hint) }),
  contact: filter.text(LIMITS.email_max, { personal: ({ t }) => t(($) => $.filters.whole_only) }),
  product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
  agent_id: filter.agent({ label: ({ t }) => t(($) => $.columns.agent_name) }),
  role: filter.choice(BINDING_ROLES).text(({ t }, code) => t(($) => $.roles[code])),
  bind_way: filter.choice(BIND_WAYS).text(({ t }, code) => t(($) => $.ways[code])),
  status: filter.choice(APP_USER_STATES).text(({ users }, code) => users(($) => $.status[code])),
  mark: filter
    .choice(MARKS)
    .text(({ users }, code) => users(($) => $.marks[code]), { label: ({ t }) => t(($) => $.columns.marks) }),
  bound: filter.days('bind_from', 'bind_to'),
  action: filter.choice(BINDING_ACTIONS).text(({ t }, code) => t(($) => $.events[code])),
  period: filter.days('from', 'to'),
}

const UNITS = ['search', 'product_key', 'agent_id'] as const
export const FILTERS = {
  current: ['search', 'contact', 'product_key', 'agent_id', 'role', 'bind_way', 'status', 'mark', 'bound'],
  history: [...UNITS, 'action', 'period'],
  invitations: UNITS,
} as const
