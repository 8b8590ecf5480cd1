import { AccountDraft, AccountEdit, GENDERS } from '@heatfleet/contract/accounts/draft.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { MANUFACTURER } from '../../cloud/distributor-choices.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { FormArea, FormPage } from '../../ui/form.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { NoPermission } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { dayEnd, dayOf } from '../../ui/zone-day.ts'
import { AccountFields, type Draft } from './account-fields.tsx'
import { useProtectedReason } from './protected-account.ts'

const none = (text: string) => (text === '' ? null : text)
const dayShown = (time: string | null) => (time === null ? '' : dayOf(time))

const bodyOf = ({ phone, email, agent_id, valid_until, ...draft }: Draft) => ({
  ...draft,
  phone: none(phone),
  email: none(email),
  agent_id: agent_id === MANUFACTURER ? null : agent_id,
  valid_until: dayEnd(valid_until || undefined) ?? null,
})

const EMPTY: Draft = {
  user_name: '',
  nick_name: '',
  phone: '',
  email: '',
  gender: GENDERS[2],
  role_id: undefined,
  resource_group_id: undefined,
  agent_id: undefined,
  company: '',
  language: '',
  time_zone: '',
  valid_until: '',
  remark: '',
  password: '',
}

type CreateProps = {
  /** Preselected distributor; it can be changed. */
  agent_id?: number | undefined
  onCreated: (uid: number) => void
  onCancel: () => void
}

/** The form of a new account (product 3.30). */
export function CreateAccount(props: CreateProps) {
  const t = useMessages('accounts')
  if (usePermission('account:create')) return <NewAccountForm {...props} />
  return (
    <Page title={t(($) => $.form.create)}>
      <NoPermission permission="account:create" />
    </Page>
  )
}

function NewAccountForm({ agent_id, onCreated, onCancel }: CreateProps) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const create = useChange(api.accountCreate)
  const form = useForm({
    schema: AccountDraft,
    initial: { ...EMPTY, agent_id },
    toBody: bodyOf,
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ uid, user_name }) => {
      notify.success(t(($) => $.form.made, { name: user_name }))
      onCreated(uid)
    },
  })
  return (
    <FormPage form={form} title={t(($) => $.form.create)} tab={t(($) => $.form.create)} onCancel={onCancel}>
      <AccountFields form={form} is_new />
    </FormPage>
  )
}

/** The form of an existing account; the user name is fixed, and on one's own account also the access. */
export function EditAccount({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const sees_all = usePermission('pii:view')
  const is_own = useSession((session) => session.user?.uid) === account.uid
  const sees_personal = is_own || sees_all
  const { above, above_or_own } = useProtectedReason()(account)
  const missing_permission = useMissingPermission('account:edit')
  const edit = useChange(api.accountEdit)
  const form = useForm({
    schema: AccountEdit,
    initial: sees_personal ? draftOf(account) : { ...draftOf(account), phone: '', email: '' },
    toBody: (draft) => {
      const { user_name: _, password: __, phone, email, ...body } = bodyOf(draft)
      // Masked contact data is not sent back: only what was typed replaces it.
      const contact = sees_personal ? { phone, email } : { phone: phone ?? undefined, email: email ?? undefined }
      const valid_until = draft.valid_until === dayShown(account.valid_until) ? account.valid_until : body.valid_until
      return { ...body, ...contact, valid_until, updated_at: account.updated_at }
    },
    onSave: (body) => edit.mutateAsync({ params: { id: account.uid }, body }),
    onSaved: () => notify.success(t(($) => $.form.saved)),
    conflict: {
      reload: () => queryClient.invalidateQueries({ queryKey: [api.accountInfo.of] }),
      fields: useConflictFields(account, sees_personal),
    },
  })
  return (
    <FormArea form={form} readOnly={missing_permission ?? above}>
      <AccountFields
        form={form}
        stored={account}
        access_fixed={above_or_own}
        masked_contact={sees_personal ? undefined : account}
      />
    </FormArea>
  )
}

/** The fields of an account as a comparison names them. */
const useConflictFields = (account: Account, sees_personal: boolean) => {
  const t = useMessages('accounts')
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  const { data } = useRead(api.accountGrantable)
  const agents = useRead(api.menuAgents)
  const named = (names: readonly (readonly [number, string])[]) => (id: number | undefined) =>
    names.find(([known]) => known === id)?.[1] ?? (id === undefined ? UNKNOWN : `#${id}`)
  const roles = (data?.roles ?? []).map(({ role_id, role_name }) => [role_id, roleName(role_name)] as const)
  const groups = (data?.resource_groups ?? []).map(
    (group) => [group.resource_group_id, groupName(group.group_name, group.whole_fleet)] as const,
  )
  const places = (agents.data ?? []).map(({ agent_id, agent_name }) => [agent_id, agent_name] as const)
  const label = (key: 'role' | 'resource_group' | 'agent' | 'gender') => t(($) => $.columns[key])
  return {
    nick_name: t(($) => $.columns.nick_name),
    ...(sees_personal ? { phone: t(($) => $.columns.phone), email: t(($) => $.columns.email) } : {}),
    gender: { label: label('gender'), text: (gender: Draft['gender']) => t(($) => $.genders[gender]) },
    agent_id: { label: label('agent'), text: named([[MANUFACTURER, t(($) => $.manufacturer)], ...places]) },
    role_id: { label: label('role'), text: named([[account.role_id, roleName(account.role_name)], ...roles]) },
    resource_group_id: {
      label: label('resource_group'),
      text: named([
        [account.resource_group_id, groupName(account.resource_group_name, account.whole_fleet)],
        ...groups,
      ]),
    },
    company: t(($) => $.columns.company),
    language: {
      label: t(($) => $.form.language),
      text: (language: Draft['language']) => t(($) => $.languages[language === '' ? 'browser' : language]),
    },
    time_zone: t(($) => $.form.time_zone),
    valid_until: t(($) => $.form.valid_until),
    remark: t(($) => $.form.remark),
  }
}

const draftOf = (account: Account): Draft => {
  const { user_name, nick_name, phone, email, gender, role_id, resource_group_id, company } = account
  const { language, time_zone, remark } = account
  const person = { user_name, nick_name, phone, email, gender, company, language, time_zone, remark }
  const reach = { role_id, resource_group_id, agent_id: account.agent_id ?? MANUFACTURER }
  return { ...person, ...reach, valid_until: dayShown(account.valid_until), password: '' }
}
