import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { GROUP_SORTS, type ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { AccountCount } from '../../lists/account-count.tsx'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { CloseIcon, EditIcon, EyeIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { type GroupFields, useGroupSentence } from './group-sentence.ts'
import styles from './resource-groups.module.css'

/** The name of a group; the built-in one is translated. */
export const useGroupName = (): ((group: Pick<ResourceGroup, 'group_name' | 'everything'>) => string) => {
  const groupName = useGroupNameText()
  return useCallback(({ group_name, everything }) => groupName(group_name, everything), [groupName])
}

const namedOf = (group: ResourceGroup): GroupFields => ({
  everything: group.everything,
  region_codes: group.region_codes,
  agents: group.agents.map(({ agent_name }) => agent_name),
  products: group.product_keys,
  singles: group.listed_devices,
})

const { list, column, filter } = listOf(
  api.resourceGroupList,
  'resource-groups',
  ({ onDelete }: { onDelete: (group: ResourceGroup) => void }) => ({
    onDelete,
    nameOf: useGroupName(),
    sentenceOf: useGroupSentence(),
  }),
)

/** The list of resource groups (product 3.40). */
export const groups = list({
  name: 'groups',
  needs: 'resgroup:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ group_id }) => String(group_id),
  title: (group, { nameOf }) => nameOf(group),
  path: ({ group_id }) => `/user/resource-groups?group=${group_id}`,
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: GROUP_SORTS,
  sorted: { by: 'group_name', order: 'asc' },
  filters: { group_name: filter.text(LIMITS.group_name_max) },
  columns: {
    group_name: column.custom(200, (group, { nameOf }) => <b className={styles.name}>{nameOf(group)}</b>, {
      fixed: 'start',
      always: true,
    }),
    members: column.textOf(360, (group, { sentenceOf }) => sentenceOf(namedOf(group))),
    // The built-in group's stored description is in one language; its own column says what it contains.
    description: column.textOf(200, ({ everything, description }) => (everything ? '' : description)),
    account_count: column.custom(
      90,
      ({ group_id, account_count }) => <AccountCount of={{ resource_group_id: group_id }} count={account_count} />,
      { align: 'end', title: ({ t }) => t(($) => $.columns.accounts) },
    ),
    creator: creatorColumn(150),
    created_at: column.age(110, { by_default: false }),
    updated_at: column.age(110),
    actions: column.actions((group, { onDelete }) => <GroupActions group={group} onDelete={onDelete} />),
  },
  export: { kind: 'group-list', needs: 'resgroup:view', all: true },
})

function GroupActions({ group, onDelete }: { group: ResourceGroup; onDelete: (group: ResourceGroup) => void }) {
  const t = useMessages('resource-groups')
  const nameOf = useGroupName()
  const [, setQuery] = useSearchParams()
  const missing_permission = useMissingPermission('resgroup:edit')
  const label = t(($) => $.actions_of, { name: nameOf(group) })
  const locked = group.lock === null ? missing_permission : t(($) => $.lock[group.lock ?? 'no_right'])
  return (
    <RowActions
      label={label}
      items={[
        {
          key: 'open',
          label: locked === undefined ? t(($) => $.edit) : t(($) => $.view),
          icon: locked === undefined ? EditIcon : EyeIcon,
          onSelect: () =>
            setQuery((before) => {
              const after = new URLSearchParams(before)
              after.set('group', String(group.group_id))
              return after
            }),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: locked,
          onSelect: () => onDelete(group),
        },
      ]}
    />
  )
}
