import { AccountDraft, AccountEdit, GENDERS } from '@heatfleet/contract/accounts/draft.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../../cloud/call.ts'
import { MANUFACTURER } from '../../cloud/distributor-choices.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { FormArea, FormPage } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
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
export function CreateAccount({ agent_id, onCreated, onCancel }: CreateProps) {
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
    <FormPage
      form={form}
      title={t(($) => $.form.create)}
      tab={t(($) => $.form.create)}
      onCancel={onCancel}
      saveDisabledReason={useMissingPermission('account:create')}
    >
      <AccountFields form={form} is_new />
    </FormPage>
  )
}

/** The form of an existing account; the user name is fixed, and on one's own account also the access. */
export function EditAccount({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const notify = useNotify()
  const sees_personal = usePermission('pii:view')
  const { above, above_or_own } = useProtectedReason()(account)
  const missing_permission = useMissingPermission('account:edit')
  const edit = useChange(api.accountEdit)
  const form = useForm({
    schema: AccountEdit,
    initial: draftOf(account),
    toBody: (draft) => {
      const { user_name: _, password: __, phone, email, ...body } = bodyOf(draft)
      // Masked contact data is not sent back.
      const contact = sees_personal ? { phone, email } : {}
      const valid_until = draft.valid_until === dayShown(account.valid_until) ? account.valid_until : body.valid_until
      return { ...body, ...contact, valid_until, updated_at: account.updated_at }
    },
    onSave: (body) => edit.mutateAsync({ params: { id: account.uid }, body }),
    onSaved: () => notify.success(t(($) => $.form.saved)),
  })
  return (
    <FormArea form={form} saveDisabledReason={missing_permission ?? above}>
      <AccountFields form={form} stored={account} access_fixed={above_or_own} contact_hidden={!sees_personal} />
    </FormArea>
  )
}

const draftOf = (account: Account): Draft => {
  const { user_name, nick_name, phone, email, gender, role_id, resource_group_id, company } = account
  const { language, time_zone, remark } = account
  const person = { user_name, nick_name, phone, email, gender, company, language, time_zone, remark }
  const reach = { role_id, resource_group_id, agent_id: account.agent_id ?? MANUFACTURER }
  return { ...person, ...reach, valid_until: dayShown(account.valid_until), password: '' }
}
