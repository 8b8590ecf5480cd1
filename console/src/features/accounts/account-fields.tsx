import { type AccountDraft, GENDERS } from '@heatfleet/contract/accounts/draft.ts'
import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRead } from '../../cloud/call.ts'
import { MANUFACTURER, useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField, PhoneField } from '../../ui/field-contact.tsx'
import { DayField } from '../../ui/field-day.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { PasswordField, TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { TreeSelectField } from '../../ui/field-tree-select.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { Form } from '../../ui/use-form.ts'
import styles from './accounts.module.css'

/** Form values; `agent_id` 0 = the manufacturer, `valid_until` a day. */
export type Draft = {
  user_name: string
  nick_name: string
  phone: string
  email: string
  gender: AccountDraft['gender']
  role_id: number | undefined
  resource_group_id: number | undefined
  agent_id: number | undefined
  company: string
  language: AccountDraft['language']
  time_zone: string
  valid_until: string
  remark: string
  password: string
}

type Props = {
  form: Form<Draft>
  is_new?: boolean
  /** The stored account: its role and group are listed even if the caller could not assign them. */
  stored?: Account
  /** Why role, organisation and resource group cannot be changed. */
  access_fixed?: string | undefined
  /** The stored contact, masked for this caller: it is replaced, not edited. */
  masked_contact?: Pick<Account, 'phone' | 'email'> | undefined
}

/** The fields of an account in three panels: contact, access, and first password or status. */
export function AccountFields({ form, is_new = false, stored, access_fixed, masked_contact }: Props) {
  const t = useMessages('accounts')
  const { values, set } = form
  const stored_hint = (contact: string | undefined) =>
    contact === undefined || contact === '' ? {} : { hint: t(($) => $.form.contact_stored, { contact }) }
  return (
    <>
      <Panel title={t(($) => $.form.person)}>
        <FormGrid>
          <TextField
            label={t(($) => $.columns.user_name)}
            required
            maxLength={LIMITS.user_name_max}
            disabled={!is_new}
            hint={is_new ? t(($) => $.form.user_name_hint) : undefined}
            autoComplete="off"
            {...form.field('user_name')}
          />
          <TextField
            label={t(($) => $.columns.nick_name)}
            maxLength={LIMITS.nick_name_max}
            {...form.field('nick_name')}
          />
          <PhoneField
            label={t(($) => $.columns.phone)}
            {...form.field('phone')}
            {...stored_hint(masked_contact?.phone)}
          />
          <EmailField
            label={t(($) => $.columns.email)}
            {...form.field('email')}
            {...stored_hint(masked_contact?.email)}
          />
          <SelectField
            label={t(($) => $.columns.gender)}
            value={values.gender}
            onChange={(next) => set('gender', next ?? 'unknown')}
            options={GENDERS.map((one) => ({ value: one, label: t(($) => $.genders[one]) }))}
          />
        </FormGrid>
      </Panel>
      <AccessFields form={form} stored={stored} fixed={access_fixed} is_new={is_new} />
      <Panel title={t(($) => $.form.more)}>
        <div className={styles.stack}>
          <FormGrid>
            <TextField label={t(($) => $.columns.company)} maxLength={LIMITS.company_max} {...form.field('company')} />
            <SelectField
              label={t(($) => $.form.language)}
              value={values.language}
              onChange={(next) => set('language', next ?? '')}
              options={LANGUAGES.map((one) => ({
                value: one,
                label: t(($) => $.languages[one === '' ? 'browser' : one]),
              }))}
            />
            <SelectField
              label={t(($) => $.form.time_zone)}
              search
              clearable
              placeholder={t(($) => $.languages.browser)}
              value={values.time_zone === '' ? undefined : values.time_zone}
              onChange={(next) => set('time_zone', next ?? '')}
              options={TIME_ZONES}
              error={form.error('time_zone')}
            />
            <DayField
              label={t(($) => $.form.valid_until)}
              hint={t(($) => $.form.valid_until_hint)}
              disabled={access_fixed !== undefined}
              {...form.field('valid_until')}
            />
          </FormGrid>
          <TextAreaField label={t(($) => $.form.remark)} maxLength={LIMITS.remark_max} {...form.field('remark')} />
        </div>
      </Panel>
    </>
  )
}

const LANGUAGES = ['', 'zh', 'en', 'pl'] as const
const TIME_ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))

function AccessFields(props: {
  form: Form<Draft>
  stored: Account | undefined
  fixed: string | undefined
  is_new: boolean
}) {
  const { form, stored, fixed, is_new } = props
  const t = useMessages('accounts')
  const ui = useMessages('ui')
  const errorText = useErrorText()
  const { values, set } = form
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  const grantable = useRead(api.accountGrantable)
  const distributors = useDistributorChoices(
    grantable.data?.manufacturer || values.agent_id === MANUFACTURER ? t(($) => $.manufacturer) : null,
    stored?.agent_id === values.agent_id ? stored : undefined,
  )
  const level = values.agent_id === MANUFACTURER ? 'manufacturer' : 'distributor'
  const roles = (grantable.data?.roles ?? []).filter((role) => values.agent_id === undefined || role.level === level)
  const chosen = roles.find(({ role_id }) => role_id === values.role_id)
  const groups = grantable.data?.resource_groups ?? []
  const role_options = roles.map(({ role_id, role_name }) => ({ value: role_id, label: roleName(role_name) }))
  if (stored !== undefined && stored.role_id === values.role_id && chosen === undefined)
    role_options.unshift({ value: stored.role_id, label: roleName(stored.role_name) })
  const group_options = groups.map(({ resource_group_id, group_name, whole_fleet }) => ({
    value: resource_group_id,
    label: groupName(group_name, whole_fleet),
  }))
  if (stored !== undefined && !group_options.some(({ value }) => value === stored.resource_group_id))
    group_options.unshift({
      value: stored.resource_group_id,
      label: groupName(stored.resource_group_name, stored.whole_fleet),
    })
  const disabled = fixed !== undefined
  return (
    <Panel title={t(($) => $.form.access)}>
      {fixed !== undefined && <p className={styles.note}>{fixed}</p>}
      {grantable.error !== null && (
        <div className={styles.failed}>
          <Problem problem={errorText(grantable.error)} />
          <Button onClick={() => void grantable.refetch()}>{ui(($) => $.retry)}</Button>
        </div>
      )}
      <FormGrid>
        <TreeSelectField
          label={t(($) => $.columns.agent)}
          required
          disabled={disabled}
          value={values.agent_id}
          onChange={(next) => {
            set('agent_id', next)
            // Roles are for the manufacturer or for distributors; the server would refuse one of the other level.
            if ((next === MANUFACTURER) !== (values.agent_id === MANUFACTURER)) set('role_id', undefined)
          }}
          options={distributors}
          error={form.error('agent_id')}
        />
        <SelectField
          label={t(($) => $.columns.role)}
          required
          search
          disabled={disabled}
          value={values.role_id}
          onChange={(next) => set('role_id', next)}
          loading={grantable.isPending}
          options={role_options}
          error={form.error('role_id')}
          hint={chosen === undefined ? undefined : t(($) => $.data_scopes[chosen.data_scope])}
        />
        <SelectField
          label={t(($) => $.columns.resource_group)}
          required
          search
          disabled={disabled}
          value={values.resource_group_id}
          onChange={(next) => set('resource_group_id', next)}
          loading={grantable.isPending}
          options={group_options}
          error={form.error('resource_group_id')}
          hint={t(($) => $.form.group_hint)}
        />
        {is_new && (
          <div className={styles.password}>
            <PasswordField
              label={t(($) => $.form.password)}
              required
              autoComplete="new-password"
              maxLength={LIMITS.password_max}
              hint={t(($) => $.form.password_hint)}
              {...form.field('password')}
            />
            <Button icon={RefreshIcon} onClick={() => set('password', generatePassword())}>
              {t(($) => $.form.generate)}
            </Button>
          </div>
        )}
      </FormGrid>
    </Panel>
  )
}

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Larger bytes are rejected: they would make the first letters more likely. */
const UNBIASED_MAX = 256 - (256 % LETTERS.length)

/** Three random groups of four letters, within the 16 characters of the specification. */
const generatePassword = (): string => `${fourLetters()}-${fourLetters()}-${fourLetters()}`

const fourLetters = (): string => {
  let text = ''
  while (text.length < 4)
    for (const byte of crypto.getRandomValues(new Uint8Array(8)))
      if (byte < UNBIASED_MAX && text.length < 4) text += LETTERS[byte % LETTERS.length] ?? ''
  return text
}
