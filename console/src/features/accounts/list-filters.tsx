import { ACCOUNT_STATES } from '@heatfleet/contract/account-row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { MANUFACTURER, useAgentChoices } from '../../cloud/agent-choices.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterChoice, FilterDays, FilterSwitch, FilterText } from '../../ui/filter-bar-controls.tsx'
import { titleOf } from '../../ui/filter-bar-tree.ts'
import { FilterTree } from '../../ui/filter-bar-tree-field.tsx'
import { formatTime } from '../../ui/format.ts'
import { useGroupNameText } from '../../words/group-name.ts'
import { useRoleNameText } from '../../words/role-name.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
const PICKER_STALE_MS = 60_000
const EITHER = ['yes', 'no'] as const

/** The filters of the list in the order of product 3.29, bound to its address. */
export const useAccountFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useWords('accounts')
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  const sees_personal = usePermission('pii:view')
  const grantable = useRead(api.accountGrantable, undefined, { staleTime: PICKER_STALE_MS })
  const agents = useAgentChoices(grantable.data?.manufacturer ? t(($) => $.manufacturer) : null)
  const last_login = useLastLoginFilter(address, change)

  const text = (key: 'user_name' | 'nick_name' | 'company' | 'phone' | 'email'): FilterField => {
    const label = t(($) => $.columns[key])
    const control = <FilterText label={label} value={address[key]} onCommit={(value) => change({ [key]: value })} />
    return {
      key,
      label,
      control:
        sees_personal || (key !== 'phone' && key !== 'email') ? (
          control
        ) : (
          <div title={t(($) => $.filters.whole_only)}>{control}</div>
        ),
      chip: address[key] === '' ? undefined : address[key],
      clear: () => change({ [key]: '' }),
    }
  }
  const choice = <Value extends string>(
    key: string,
    label: string,
    names: readonly Value[],
    value: Value | undefined,
    wordOf: (value: Value) => string,
    onChange: (value: Value | undefined) => void,
  ): FilterField => ({
    key,
    label,
    control: (
      <FilterChoice
        label={label}
        value={value}
        options={names.map((name) => ({ value: name, label: wordOf(name) }))}
        onChange={onChange}
      />
    ),
    chip: value === undefined ? undefined : wordOf(value),
    clear: () => onChange(undefined),
  })
  /** One of the things that have a number. */
  const numbered = (
    key: 'role_id' | 'resource_group_id',
    label: string,
    known: readonly { id: number; name: string }[],
  ): FilterField => {
    const value = address[key]
    const nameOf = (id: string) => known.find((one) => String(one.id) === id)?.name ?? id
    return choice(
      key,
      label,
      known.map(({ id }) => String(id)),
      value === undefined ? undefined : String(value),
      nameOf,
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
      key: 'agent_id',
      label: agent_label,
      control: (
        <FilterTree
          label={agent_label}
          value={agent_id}
          shown={agent}
          nodes={agents}
          onChange={(next) => change({ agent_id: next })}
          footer={
            <FilterSwitch
              label={t(($) => $.filters.include_lower)}
              on={include_lower}
              onChange={(on) => change({ include_lower: on })}
            />
          }
        />
      ),
      chip: agent,
      clear: () => change({ agent_id: undefined, include_lower: true }),
    },
    text('company'),
    choice(
      'state',
      t(($) => $.columns.state),
      ACCOUNT_STATES,
      address.state,
      (state) => t(($) => $.states[state]),
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
    choice(
      'totp',
      t(($) => $.columns.totp),
      EITHER,
      address.totp === undefined ? undefined : address.totp ? 'yes' : 'no',
      (either) => t(($) => $.totp[either]),
      (next) => change({ totp: next === undefined ? undefined : next === 'yes' }),
    ),
    last_login,
  ]
}

const useLastLoginFilter = (address: ListAddress, change: Change): FilterField => {
  const t = useWords('accounts')
  const language = useLanguage()
  const dayText = (day: string | undefined) =>
    day === undefined ? '…' : formatTime(`${day}T00:00:00`, language, 'date')
  const { last_login_from: from, last_login_to: to } = address
  const label = t(($) => $.columns.last_login)
  return {
    key: 'last_login',
    label,
    control: (
      <FilterDays
        label={label}
        from={from}
        to={to}
        onChange={(days) => change({ last_login_from: days.from, last_login_to: days.to })}
      />
    ),
    chip: from === undefined && to === undefined ? undefined : `${dayText(from)} – ${dayText(to)}`,
    clear: () => change({ last_login_from: undefined, last_login_to: undefined }),
  }
}
