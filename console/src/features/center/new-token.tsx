import { api } from '@heatfleet/contract/api.ts'
import { ApiTokenDraft } from '@heatfleet/contract/api-tokens.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'

const DAYS = [7, 30, 90, 180, LIMITS.api_token_days_max] as const
const NONE: Permission[] = []

/** Makes a token: a name, the rights it may use, how long it lives; then shows it, this once. Mounted = open. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useWords('center')
  const rightWords = useRightWords()
  const own = useSession((session) => session.user?.permissions ?? NONE)
  const create = useChange(api.createApiToken)
  const [made, setMade] = useState<string | null>(null)
  const form = useForm({
    schema: ApiTokenDraft,
    initial: { token_name: '', permissions: NONE, expires_in_days: 90 },
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ token }) => setMade(token),
  })
  if (made !== null)
    return (
      <SecretOnce title={t(($) => $.tokens.made)} text={t(($) => $.tokens.made_text)} secret={made} onClose={onClose} />
    )
  return (
    <FormDrawer form={form} title={t(($) => $.tokens.make)} save={t(($) => $.tokens.make)} onClose={onClose}>
      <TextField
        label={t(($) => $.tokens.name)}
        required
        placeholder={t(($) => $.tokens.name_hint)}
        maxLength={LIMITS.api_token_name_max}
        {...form.field('token_name')}
      />
      <SelectField
        label={t(($) => $.tokens.life)}
        {...form.field('expires_in_days')}
        onChange={(days) => form.set('expires_in_days', days ?? 90)}
        options={DAYS.map((value) => ({ value, label: t(($) => $.tokens.days, { count: value }) }))}
      />
      <CheckboxGroupField
        label={t(($) => $.tokens.rights)}
        required
        hint={t(($) => $.tokens.rights_hint)}
        {...form.field('permissions')}
        options={own.map((value) => ({
          value,
          label: rightWords.rights[value].name,
          hint: rightWords.rights[value].meaning,
        }))}
      />
    </FormDrawer>
  )
}
