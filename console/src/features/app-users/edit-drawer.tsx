import { api } from '@heatfleet/contract/api.ts'
import { type AppUserDetail, AppUserDraft, GENDERS } from '@heatfleet/contract/app-users/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { countries } from '../../ui/countries.ts'
import { EmailField, PhoneField } from '../../ui/field-contact.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { languageText } from './user-texts.ts'

const LANGUAGES = ['zh', 'en', 'pl', 'de'] as const
type AppLanguage = (typeof LANGUAGES)[number] | ''

/** Editable fields of an app user (product 3.21); without `pii:view` phone and e-mail stay unchanged. */
export function EditDrawer({ user, onClose }: { user: AppUserDetail; onClose: () => void }) {
  const t = useMessages('app-users')
  const language = useLanguage()
  const notify = useNotify()
  const sees_personal = usePermission('pii:view')
  const edit = useChange(api.editAppUser)
  const { nick_name, phone, email, gender, country, region_text, remark } = user
  const form = useForm({
    schema: AppUserDraft,
    initial: {
      nick_name,
      phone,
      email,
      gender,
      country,
      region_text,
      remark,
      // Apps may send any language; the form offers the supported ones.
      language: (LANGUAGES.find((one) => one === user.language) ?? '') as AppLanguage,
      reason: '',
    },
    toBody: ({ phone, email, reason, ...others }) => ({
      ...others,
      ...(sees_personal ? { phone: phone === '' ? null : phone, email: email === '' ? null : email } : {}),
      ...(reason.trim() === '' ? {} : { reason }),
    }),
    onSave: (body) => edit.mutateAsync({ params: { id: user.app_user_id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.edit.saved))
      onClose()
    },
  })
  const { values, set } = form
  const is_way_in_changed = values.phone !== phone || values.email !== email
  const hidden = sees_personal ? {} : { hint: t(($) => $.edit.personal_hidden), disabled: true }
  return (
    <FormDrawer form={form} title={t(($) => $.edit.title)} onClose={onClose}>
      <TextField label={t(($) => $.columns.nick_name)} maxLength={LIMITS.nick_name_max} {...form.field('nick_name')} />
      <PhoneField label={t(($) => $.columns.phone)} {...form.field('phone')} {...hidden} />
      <EmailField label={t(($) => $.columns.email)} {...form.field('email')} {...hidden} />
      {is_way_in_changed && (
        <TextAreaField
          label={t(($) => $.edit.reason)}
          hint={t(($) => $.edit.reason_hint)}
          required
          maxLength={LIMITS.reason_max}
          {...form.field('reason')}
        />
      )}
      <SelectField
        label={t(($) => $.columns.gender)}
        value={values.gender}
        onChange={(next) => set('gender', next ?? 'unknown')}
        options={GENDERS.map((one) => ({ value: one, label: t(($) => $.genders[one]) }))}
      />
      <SelectField
        label={t(($) => $.columns.country)}
        value={values.country === '' ? undefined : values.country}
        onChange={(next) => set('country', next ?? '')}
        options={countries(language)}
        error={form.error('country')}
        search
        clearable
      />
      <TextField label={t(($) => $.columns.region)} maxLength={100} {...form.field('region_text')} />
      <SelectField
        label={t(($) => $.columns.language)}
        value={values.language === '' ? undefined : values.language}
        onChange={(next) => set('language', next ?? '')}
        options={LANGUAGES.map((one) => ({ value: one, label: languageText(t, one) }))}
        clearable
      />
      <TextAreaField label={t(($) => $.columns.remark)} maxLength={LIMITS.remark_max} {...form.field('remark')} />
    </FormDrawer>
  )
}
