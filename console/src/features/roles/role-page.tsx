import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Role, RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AssigneesTable } from '../../assignees/assignees-table.tsx'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useRightName } from '../../messages/right-name.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { DetailPage } from '../../ui/detail-page.tsx'
import { FormArea } from '../../ui/form.tsx'
import { CopyIcon, UserIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useTab } from '../../ui/use-tab.ts'
import { AuditTable } from '../audit/public.ts'
import { MenuPreview } from './menu-preview.tsx'
import { newRolePath, ROLE_LIST } from './paths.ts'
import { draftOf } from './role-draft.ts'
import { RoleFacts } from './role-facts.tsx'
import { RoleFields } from './role-fields.tsx'
import { useRoleName, useRoleText } from './role-texts.ts'

/** The accounts that the role is assigned to. */
function RoleAccounts({ role_id }: { role_id: number }) {
  const t = useMessages('roles')
  const read = useRead(api.roleAccounts, { params: { id: role_id } })
  return <AssigneesTable read={read} empty={<NeverAny icon={UserIcon} title={t(($) => $.no_accounts)} />} />
}

/** An existing role: permissions, accounts, and a preview of the menu. */
export function RolePage({ role }: { role: Role }) {
  const t = useMessages('roles')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useRoleName()
  const textOf = useRoleText()
  const [tab, show] = useTab(['rights', 'accounts', 'menu', 'audit'])
  const [removing, setRemoving] = useState(false)
  const remove = useChange(api.deleteRole)
  const missing_edit_permission = useMissingPermission('role:edit')
  const sees_audit = usePermission('audit:view')
  const missing_delete_permission = useMissingPermission('role:delete')
  const name = nameOf(role)
  const locked = role.lock === null || role.lock === 'no_right' ? undefined : t(($) => $.lock[role.lock ?? 'no_right'])
  return (
    <DetailPage
      title={name}
      chips={
        <>
          <StateChip tone={role.built_in ? 'neutral' : 'accent'}>
            {t(($) => $.type[role.built_in ? 'built_in' : 'custom'])}
          </StateChip>
          <StateChip tone="neutral">{t(($) => $.level[role.level])}</StateChip>
        </>
      }
      identity={[textOf(role), role.agent_name, t(($) => $.used_by, { count: role.account_count })]}
      actions={
        <>
          <Button
            icon={CopyIcon}
            disabledReason={missing_edit_permission}
            onClick={() => void navigate(newRolePath(role.role_id))}
          >
            {t(($) => $.copy)}
          </Button>
          <Button kind="danger" disabledReason={locked ?? missing_delete_permission} onClick={() => setRemoving(true)}>
            {t(($) => $.delete.action)}
          </Button>
        </>
      }
      tabs={{
        label: name,
        value: tab,
        onChange: show,
        items: [
          { key: 'rights', label: t(($) => $.tabs.rights) },
          { key: 'accounts', label: t(($) => $.tabs.accounts), badge: role.account_count },
          { key: 'menu', label: t(($) => $.tabs.menu) },
          ...(sees_audit ? [{ key: 'audit' as const, label: t(($) => $.tabs.audit) }] : []),
        ],
      }}
    >
      {tab === 'rights' && (role.lock === null ? <EditRole role={role} /> : <RoleFacts role={role} />)}
      {tab === 'accounts' && <RoleAccounts role_id={role.role_id} />}
      {tab === 'menu' && <MenuPreview permissions={role.permissions} />}
      {tab === 'audit' && <AuditTable label={t(($) => $.tabs.audit)} filter={{ object: `role ${role.role_id}` }} />}
      {removing && (
        <ReasonConfirm
          title={t(($) => $.delete.title, { name })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          danger
          max={LIMITS.reason_max}
          onClose={() => setRemoving(false)}
          onConfirm={async (reason) => {
            await remove.mutateAsync({ params: { id: role.role_id }, query: { reason } })
            notify.success(t(($) => $.delete.done, { name }))
            void navigate(ROLE_LIST, { replace: true })
          }}
        />
      )}
    </DetailPage>
  )
}

function EditRole({ role }: { role: Role }) {
  const t = useMessages('roles')
  const info = useRead(api.permissionInfo)
  const accounts = useRead(api.roleAccounts, { params: { id: role.role_id } })
  const notify = useNotify()
  const edit = useChange(api.editRole)
  const rightName = useRightName()
  const accounts_texts = useMessages('accounts')
  const form = useForm({
    schema: RoleDraft,
    initial: draftOf(role),
    onSave: (body) =>
      edit.mutateAsync({ params: { id: role.role_id }, body: { ...body, updated_at: role.updated_at } }),
    onSaved: (saved) => notify.success(t(($) => $.saved, { name: saved.role_name })),
    conflict: {
      reload: () => queryClient.invalidateQueries({ queryKey: [api.roleInfo.of] }),
      fields: {
        role_name: t(($) => $.columns.role_name),
        description: t(($) => $.columns.description),
        level: { label: t(($) => $.columns.level), text: (level) => t(($) => $.level[level]) },
        permissions: {
          label: t(($) => $.tabs.rights),
          text: (permissions) => permissions.map((permission) => rightName(permission)).join(', '),
        },
        data_scope: { label: t(($) => $.scope_question), text: (scope) => accounts_texts(($) => $.data_scopes[scope]) },
        requires_totp: t(($) => $.requires_totp),
      },
    },
  })
  if (info.data === undefined)
    return info.error === null ? <Loading /> : <ErrorState error={info.error} onRetry={() => void info.refetch()} />
  const met = accounts.data === undefined ? 0 : accounts.data.total + accounts.data.others
  const signed_in_count = accounts.data?.list.filter(({ signed_in }) => signed_in).length ?? 0
  return (
    <FormArea form={form} {...(met === 0 ? {} : { save: t(($) => $.save_for, { count: met }) })}>
      <RoleFields
        form={form}
        info={info.data}
        base={role.permissions}
        note={met === 0 ? undefined : t(($) => $.applies_to, { count: met, present: signed_in_count })}
        level_fixed={met > 0}
      />
    </FormArea>
  )
}
