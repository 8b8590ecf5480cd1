import type { ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AccountCount } from '../../lists/account-count.tsx'
import { ageColumn } from '../../ui/age-column.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { CloseIcon, EditIcon, EyeIcon } from '../../ui/icons.tsx'
import { actionsColumn, RowActions } from '../../ui/row-actions.tsx'
import { useGroupNameText } from '../../words/group-name.ts'
import { useLacks } from '../../words/lacks.ts'
import { useWords } from '../../words/words.ts'
import { type Named, useGroupSentence } from './group-sentence.ts'
import styles from './resource-groups.module.css'

/** The name of a group: ours for that of everybody. */
export const useGroupName = (): ((group: Pick<ResourceGroup, 'group_name' | 'everything'>) => string) => {
  const groupName = useGroupNameText()
  return useCallback(({ group_name, everything }) => groupName(group_name, everything), [groupName])
}

/** That of everybody says in its own column what it holds; its stored words are in one language alone. */
const descriptionOf = ({ everything, description }: ResourceGroup): string => (everything ? '' : description)

const namedOf = (group: ResourceGroup): Named => ({
  everything: group.everything,
  region_codes: group.region_codes,
  agents: group.agents.map(({ agent_name }) => agent_name),
  products: group.product_keys,
  singles: group.listed_devices,
})

/** Columns of the list of resource groups. */
export const useGroupColumns = ({
  onDelete,
}: {
  onDelete: (group: ResourceGroup) => void
}): readonly Column<ResourceGroup>[] => {
  const t = useWords('resource-groups')
  const nameOf = useGroupName()
  const sentenceOf = useGroupSentence()
  return useMemo(
    () => [
      {
        key: 'group_name',
        title: t(($) => $.columns.group_name),
        width_px: 200,
        fixed: 'start',
        always: true,
        sort_key: 'group_name',
        cell: (group) => <b className={styles.name}>{nameOf(group)}</b>,
        plain: nameOf,
      },
      {
        key: 'members',
        title: t(($) => $.columns.members),
        width_px: 360,
        cell: (group) => (
          <span className={styles.cut} title={sentenceOf(namedOf(group))}>
            {sentenceOf(namedOf(group))}
          </span>
        ),
        plain: (group) => sentenceOf(namedOf(group)),
      },
      {
        key: 'description',
        title: t(($) => $.columns.description),
        width_px: 200,
        cell: (group) => (
          <span className={styles.cut} title={descriptionOf(group)}>
            {descriptionOf(group)}
          </span>
        ),
        plain: descriptionOf,
      },
      {
        key: 'account_count',
        title: t(($) => $.columns.accounts),
        width_px: 90,
        align: 'end',
        sort_key: 'account_count',
        cell: ({ group_id, account_count }) => (
          <AccountCount of={{ resource_group_id: group_id }} count={account_count} />
        ),
        plain: ({ account_count }) => account_count,
      },
      {
        key: 'creator',
        title: t(($) => $.columns.creator),
        width_px: 150,
        cell: ({ creator, agent_name }) => (agent_name === null ? creator || '—' : `${creator} · ${agent_name}`),
        plain: ({ creator }) => creator,
      },
      {
        ...ageColumn(
          'created_at',
          t(($) => $.columns.created_at),
        ),
        by_default: false,
      },
      ageColumn(
        'updated_at',
        t(($) => $.columns.updated_at),
      ),
      actionsColumn(
        t(($) => $.columns.actions),
        (group) => <GroupActions group={group} onDelete={onDelete} />,
      ),
    ],
    [t, nameOf, sentenceOf, onDelete],
  )
}

function GroupActions({ group, onDelete }: { group: ResourceGroup; onDelete: (group: ResourceGroup) => void }) {
  const t = useWords('resource-groups')
  const nameOf = useGroupName()
  const [, setQuery] = useSearchParams()
  const lacks = useLacks('resgroup:edit')
  const label = t(($) => $.actions_of, { name: nameOf(group) })
  const locked = group.lock === null ? lacks : t(($) => $.lock[group.lock ?? 'no_right'])
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
