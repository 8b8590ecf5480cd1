import type { Role } from '@heatfleet/contract/roles/roles.ts'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { AccountCount } from '../../lists/account-count.tsx'
import { ageColumn } from '../../ui/age-column.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber } from '../../ui/format.ts'
import { CloseIcon, CopyIcon } from '../../ui/icons.tsx'
import { actionsColumn, RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useLacks } from '../../words/lacks.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { newRolePath, rolePath } from './addresses.ts'
import { useRoleName, useRoleText, useScopeName } from './role-words.ts'
import styles from './roles.module.css'

/** Columns of the role list (product 3.31). */
export const useRoleColumns = ({ onDelete }: { onDelete: (role: Role) => void }): readonly Column<Role>[] => {
  const t = useWords('roles')
  const lang = useLanguage()
  const nameOf = useRoleName()
  const textOf = useRoleText()
  const scopeName = useScopeName()
  // The words change with the language alone; a new table redraws every row.
  return useMemo(
    () => [
      {
        key: 'role_name',
        title: t(($) => $.columns.role_name),
        width_px: 190,
        fixed: 'start',
        always: true,
        sort_key: 'role_name',
        cell: (role) => (
          <Link className={styles.link} to={rolePath(role.role_id)}>
            {nameOf(role)}
          </Link>
        ),
        plain: nameOf,
      },
      {
        key: 'description',
        title: t(($) => $.columns.description),
        width_px: 220,
        cell: (role) => (
          <span className={styles.cut} title={textOf(role)}>
            {textOf(role)}
          </span>
        ),
        plain: textOf,
      },
      {
        key: 'level',
        title: t(($) => $.columns.level),
        width_px: 110,
        sort_key: 'level',
        cell: ({ level }) => t(($) => $.level[level]),
        plain: ({ level }) => level,
      },
      {
        key: 'type',
        title: t(($) => $.columns.type),
        width_px: 110,
        cell: ({ built_in }) => (
          <StateChip tone={built_in ? 'neutral' : 'accent'}>
            {t(($) => $.type[built_in ? 'built_in' : 'custom'])}
          </StateChip>
        ),
        plain: ({ built_in }) => (built_in ? 'built_in' : 'custom'),
      },
      {
        key: 'permission_count',
        title: t(($) => $.columns.permissions),
        width_px: 90,
        align: 'end',
        sort_key: 'permission_count',
        cell: ({ permissions }) => formatNumber(permissions.length, 0, lang),
        plain: ({ permissions }) => permissions.length,
      },
      {
        key: 'data_scope',
        title: t(($) => $.columns.data_scope),
        width_px: 180,
        cell: ({ data_scope, level }) => (
          <span className={styles.cut} title={scopeName(data_scope, level)}>
            {scopeName(data_scope, level)}
          </span>
        ),
        plain: ({ data_scope }) => data_scope,
      },
      {
        key: 'account_count',
        title: t(($) => $.columns.accounts),
        width_px: 90,
        align: 'end',
        sort_key: 'account_count',
        cell: ({ role_id, account_count }) => <AccountCount of={{ role_id }} count={account_count} />,
        plain: ({ account_count }) => account_count,
      },
      {
        key: 'creator',
        title: t(($) => $.columns.creator),
        width_px: 140,
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
        (role) => <RoleActions role={role} onDelete={onDelete} />,
      ),
    ],
    [t, lang, nameOf, textOf, scopeName, onDelete],
  )
}

/** A number that leads to the accounts, for those who may see them. */
function RoleActions({ role, onDelete }: { role: Role; onDelete: (role: Role) => void }) {
  const t = useWords('roles')
  const navigate = useNavigate()
  const nameOf = useRoleName()
  const edit_lacks = useLacks('role:edit')
  const delete_lacks = useLacks('role:delete')
  const locked =
    role.lock === null || role.lock === 'no_right' ? delete_lacks : t(($) => $.lock[role.lock ?? 'no_right'])
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: nameOf(role) })}
      items={[
        {
          key: 'copy',
          label: t(($) => $.copy),
          icon: CopyIcon,
          disabledReason: edit_lacks,
          onSelect: () => void navigate(newRolePath(role.role_id)),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: locked,
          onSelect: () => onDelete(role),
        },
      ]}
    />
  )
}
