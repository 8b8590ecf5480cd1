import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { RESOURCE_GROUP, resourceOf } from '@heatfleet/contract/permissions.ts'
import { ROLE_LEVELS } from '@heatfleet/contract/roles/built-in.ts'
import { ROLE_SORTS, type Role } from '@heatfleet/contract/roles/roles.ts'
import { Link, useNavigate } from 'react-router'
import { AccountCount } from '../../lists/account-count.tsx'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { CloseIcon, CopyIcon, LockIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'
import { newRolePath, rolePath } from './paths.ts'
import { useRoleName, useRoleText, useScopeName } from './role-texts.ts'
import styles from './roles.module.css'

const { list, column, filter } = listOf(api.roleList, 'roles', ({ onDelete }: { onDelete: (role: Role) => void }) => ({
  onDelete,
  nameOf: useRoleName(),
  textOf: useRoleText(),
  scopeName: useScopeName(),
}))

/** The list of roles (product 3.31). */
export const roles = list({
  name: 'roles',
  needs: 'role:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ role_id }) => String(role_id),
  title: (role, { nameOf }) => nameOf(role),
  path: ({ role_id }) => rolePath(role_id),
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ icon: LockIcon, title: t(($) => $.never_any) }),
  sorts: ROLE_SORTS,
  sorted: { by: 'role_name', order: 'asc' },
  filters: {
    role_name: filter.text(LIMITS.role_name_max),
    creator: filter.text(LIMITS.user_name_max),
    type: filter.choice(['built_in', 'custom']).text(({ t }, code) => t(($) => $.type[code])),
    level: filter.choice(ROLE_LEVELS).text(({ t }, code) => t(($) => $.level[code])),
  },
  columns: {
    role_name: column.custom(
      190,
      (role, { nameOf }) => (
        <Link className={styles.link} to={rolePath(role.role_id)}>
          {nameOf(role)}
        </Link>
      ),
      { fixed: 'start', always: true },
    ),
    description: column.textOf(220, (role, { textOf }) => textOf(role)),
    level: column.word(110, ({ t }) => t(($) => $.level, { returnObjects: true })),
    type: column.custom(110, ({ built_in }, { t }) => (
      <StateChip tone={built_in ? 'neutral' : 'accent'}>{t(($) => $.type[built_in ? 'built_in' : 'custom'])}</StateChip>
    )),
    // Counted as the role's page counts them.
    permission_count: column.numberOf(90, ({ permissions }) => permissions.length - fieldRights(permissions), {
      title: ({ t }) => t(($) => $.panels.rights),
    }),
    field_count: column.numberOf(130, ({ permissions }) => fieldRights(permissions), {
      title: ({ t }) => t(($) => $.panels.fields),
    }),
    data_scope: column.textOf(180, ({ data_scope, level }, { scopeName }) => scopeName(data_scope, level)),
    account_count: column.custom(
      90,
      ({ role_id, account_count }) => <AccountCount of={{ role_id }} count={account_count} />,
      { align: 'end', title: ({ t }) => t(($) => $.columns.accounts) },
    ),
    creator: creatorColumn(140),
    created_at: column.age(110, { by_default: false }),
    updated_at: column.age(110),
    actions: column.actions((role, { onDelete }) => <RoleActions role={role} onDelete={onDelete} />),
  },
  export: { kind: 'role-matrix', needs: 'role:view', all: true },
})

const fieldRights = (permissions: Role['permissions']): number =>
  permissions.filter((right) => RESOURCE_GROUP[resourceOf(right)] === 'field').length

function RoleActions({ role, onDelete }: { role: Role; onDelete: (role: Role) => void }) {
  const t = useMessages('roles')
  const navigate = useNavigate()
  const nameOf = useRoleName()
  const missing_edit_permission = useMissingPermission('role:edit')
  const missing_delete_permission = useMissingPermission('role:delete')
  const locked =
    role.lock === null || role.lock === 'no_right'
      ? missing_delete_permission
      : t(($) => $.lock[role.lock ?? 'no_right'])
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: nameOf(role) })}
      items={[
        {
          key: 'copy',
          label: t(($) => $.copy),
          icon: CopyIcon,
          disabledReason: missing_edit_permission,
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
