import { ACCOUNT_STATES } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { MANUFACTURER, useAgentChoices } from '../../cloud/agent-choices.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterSwitch } from '../../ui/filter-bar-controls.tsx'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { treeFilter } from '../../ui/tree-filter.tsx'
import { useGroupNameText } from '../../words/group-name.ts'
import { useRoleNameText } from '../../words/role-name.ts'
import { useWords } from '../../words/words.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
const PICKER_STALE_MS = 60_000

/** The filters of the list in the order of product 3.29, bound to its address. */
export const useAccountFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useWords('accounts')
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  const sees_personal = usePermission('pii:view')
  const grantable = useRead(api.accountGrantable, undefined, { staleTime: PICKER_STALE_MS })
  const agents = useAgentChoices(grantable.data?.manufacturer ? t(($) => $.manufacturer) : null)
  const days = useDaysFilter()

  const text = (key: 'user_name' | 'nick_name' | 'company' | 'phone' | 'email'): FilterField => {
    const label = t(($) => $.columns[key])
    const field = textFilter(key, label, address[key], (value) => change({ [key]: value }))
    return sees_personal || (key !== 'phone' && key !== 'email')
      ? field
      : { ...field, control: <div title={t(($) => $.filters.whole_only)}>{field.control}</div> }
  }
  /** One of the things that have a number. */
  const numbered = (
    key: 'role_id' | 'resource_group_id',
    label: string,
    known: readonly { id: number; name: string }[],
  ): FilterField => {
    const value = address[key]
    return choiceFilter(
      key,
      label,
      known.map(({ id, name }) => ({ value: String(id), label: name })),
      value === undefined ? undefined : String(value),
      (next) => change({ [key]: next === undefined ? undefined : Number(next) }),
    )
  }
  const agent_label = t(($) => $.columns.agent)
  const { agent_id, include_lower } = address
  const name = agent_id === undefined ? undefined : (titleOf(agents, agent_id) ?? String(agent_id))
  const agent =
    name !== undefined && include_lower && agent_id !== MANUFACTURER
      ? t(($) => $.filters.and_below, { agent: name })
      : name
  return [
    text('user_name'),
    text('nick_name'),
    numbered(
      'role_id',
      t(($) => $.columns.role),
      (grantable.data?.roles ?? []).map(({ role_id, role_name }) => ({ id: role_id, name: roleName(role_name) })),
    ),
    {
      ...treeFilter(
        'agent_id',
        agent_label,
        {
          value: agent_id,
          shown: agent,
          nodes: agents,
          footer: (
            <FilterSwitch
              label={t(($) => $.filters.include_lower)}
              on={include_lower}
              onChange={(on) => change({ include_lower: on })}
            />
          ),
        },
        (next) => change({ agent_id: next }),
      ),
      clear: () => change({ agent_id: undefined, include_lower: true }),
    },
    text('company'),
    choiceFilter(
      'state',
      t(($) => $.columns.state),
      ACCOUNT_STATES.map((value) => ({ value, label: t(($) => $.states[value]) })),
      address.state,
      (state) => change({ state }),
    ),
    text('phone'),
    text('email'),
    numbered(
      'resource_group_id',
      t(($) => $.columns.resource_group),
      (grantable.data?.resource_groups ?? []).map(({ resource_group_id, group_name, whole_fleet }) => ({
        id: resource_group_id,
        name: groupName(group_name, whole_fleet),
      })),
    ),
    eitherFilter(
      'totp',
      t(($) => $.columns.totp),
      { yes: t(($) => $.totp.yes), no: t(($) => $.totp.no) },
      address.totp,
      (totp) => change({ totp }),
    ),
    days(
      'last_login',
      t(($) => $.columns.last_login),
      { from: address.last_login_from, to: address.last_login_to },
      ({ from, to }) => change({ last_login_from: from, last_login_to: to }),
    ),
  ]
}
