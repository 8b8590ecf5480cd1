import { type Profile, ProfileDraft } from '@heatfleet/contract/accounts/profile.ts'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { renewSession } from '../../cloud/session.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../messages/language-code.ts'
import { useMessages } from '../../messages/messages.ts'
import { BROWSER_ZONE } from '../../ui/display.ts'
import { EmailField, PhoneField } from '../../ui/field-contact.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormArea, FormGrid } from '../../ui/form.tsx'
import { emptyAsNull } from '../../ui/form-body.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useForm } from '../../ui/use-form.ts'

const GENDERS = ['unknown', 'female', 'male'] as const

/** Name, contact, language and time zone of one's own account. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useMessages('center')
  const notify = useNotify()
  const change = useChange(api.editOwnProfile)
  const form = useForm({
    schema: ProfileDraft,
    initial: {
      nick_name: profile.nick_name,
      phone: profile.phone ?? '',
      email: profile.email ?? '',
      gender: profile.gender,
      language: profile.language,
      time_zone: profile.time_zone,
    },
    toBody: (draft) => emptyAsNull(draft, ['phone', 'email']),
    onSave: (body) => change.mutateAsync({ body }),
    onSaved: ({ nick_name, language, time_zone }) => {
      renewSession({ nick_name, language, time_zone })
      notify.success(t(($) => $.saved))
    },
  })
  return (
    <FormArea form={form}>
      <Panel title={t(($) => $.profile.own)}>
        <FormGrid>
          <TextField
            label={t(($) => $.profile.nick_name)}
            required
            maxLength={LIMITS.nick_name_max}
            {...form.field('nick_name')}
          />
          <SelectField
            label={t(($) => $.profile.gender)}
            {...form.field('gender')}
            onChange={(gender) => form.set('gender', gender ?? 'unknown')}
            options={GENDERS.map((value) => ({ value, label: t(($) => $.genders[value]) }))}
          />
          <PhoneField label={t(($) => $.profile.phone)} {...form.field('phone')} />
          <EmailField label={t(($) => $.profile.email)} {...form.field('email')} />
          <SelectField
            label={t(($) => $.profile.language)}
            {...form.field('language')}
            onChange={(language) => form.set('language', language ?? '')}
            options={[
              { value: '' as const, label: t(($) => $.profile.browser_language) },
              ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
            ]}
          />
          <SelectField
            search
            label={t(($) => $.profile.time_zone)}
            {...form.field('time_zone')}
            onChange={(zone) => form.set('time_zone', zone ?? '')}
            options={[
              { value: '', label: t(($) => $.profile.browser_zone, { zone: BROWSER_ZONE }) },
              { value: 'UTC', label: 'UTC' },
              ...Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
            ]}
          />
        </FormGrid>
      </Panel>
    </FormArea>
  )
}
