import { api } from '@heatfleet/contract/api.ts'
import { type Role, RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import { useNavigate } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormPage } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, NoPermission } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ROLE_LIST, rolePath } from './paths.ts'
import { draftOf } from './role-draft.ts'
import { RoleFields } from './role-fields.tsx'
import { useRoleName, useRoleText } from './role-texts.ts'

/** Creates a role, empty or as a copy: of the copy only the permissions that the viewer may grant. */
export function NewRole({ source }: { source: Role | null }) {
  const t = useMessages('roles')
  const may = usePermission('role:edit')
  const info = useRead(api.permissionInfo, undefined, { enabled: may })
  if (!may)
    return (
      <Page title={t(($) => $.create)}>
        <NoPermission permission="role:edit" />
      </Page>
    )
  return info.data === undefined ? <Loading /> : <NewRoleForm source={source} info={info.data} />
}

type Info = NonNullable<ReturnType<typeof useRead<typeof api.permissionInfo>>['data']>

function NewRoleForm({ source, info }: { source: Role | null; info: Info }) {
  const t = useMessages('roles')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useRoleName()
  const textOf = useRoleText()
  const create = useChange(api.createRole)
  const initial: RoleDraft =
    source === null
      ? emptyDraft(info)
      : copyOf(
          source,
          info,
          t(($) => $.copy_of, { name: nameOf(source) }),
          textOf(source),
        )
  const form = useForm({
    schema: RoleDraft,
    initial,
    onSave: (body) => create.mutateAsync({ query: source === null ? {} : { from: source.role_id }, body }),
    onSaved: (role) => {
      notify.success(t(($) => $.created, { name: role.role_name }))
      void navigate(rolePath(role.role_id), { replace: true })
    },
  })
  const title = source === null ? t(($) => $.create) : t(($) => $.copy_of, { name: nameOf(source) })
  return (
    <FormPage form={form} title={title} tab={title} onCancel={() => void navigate(ROLE_LIST)}>
      <RoleFields form={form} info={info} base={source === null ? undefined : source.permissions} />
    </FormPage>
  )
}

const emptyDraft = ({ levels, data_scopes }: Info): RoleDraft => {
  const level = levels.includes('manufacturer') ? 'manufacturer' : 'distributor'
  return {
    role_name: '',
    description: '',
    level,
    permissions: [],
    data_scope: data_scopes.find((scope) => scope === (level === 'manufacturer' ? 'all' : 'subtree')) ?? 'own_records',
    scope_overrides: {},
    requires_totp: false,
  }
}

const copyOf = (source: Role, info: Info, role_name: string, description: string): RoleDraft => {
  const rights = info.tree.flatMap(({ resources }) => resources.flatMap((resource) => resource.rights))
  const grantable = new Set(rights.filter((right) => right.grantable).map(({ permission }) => permission))
  return {
    ...draftOf(source),
    role_name,
    description,
    permissions: source.permissions.filter((permission) => grantable.has(permission)),
  }
}
