import { api } from '@heatfleet/contract/api.ts'
import { BINDING_ROLES, NewBinding } from '@heatfleet/contract/bindings/bindings.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { PersonSuggestions } from '../../bindings/person-suggestions.tsx'
import { isPersonId, usePerson } from '../../bindings/use-person.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DeviceSuggestions, useOwner } from '../app-users/public.ts'
import { AskRelease } from '../shipments/public.ts'

type Role = (typeof BINDING_ROLES)[number]

/** Binds a unit to an app user by hand: shows both, and never takes a unit from its owner. Mounted = open. */
export function BindDrawer({ onClose }: { onClose: () => void }) {
  const t = useMessages('bindings')
  const users = useMessages('app-users')
  const notify = useNotify()
  const bind = useChange(api.bindDevice)
  const [typed, setTyped] = useState('')
  const { person, hint, error } = usePerson(typed.trim(), {
    hint: t(($) => $.person.hint),
    found: ({ name, contact }) =>
      contact === '' ? t(($) => $.person.found, { name }) : t(($) => $.person.found_with, { name, contact }),
  })
  const form = useForm({
    schema: NewBinding,
    initial: { mac: '', role: 'owner' as Role, reason: '' },
    onSave: (body) => bind.mutateAsync({ params: { id: person?.app_user_id ?? 0 }, body }),
    onSaved: () => {
      notify.success(users(($) => $.bind.saved))
      onClose()
    },
  })
  const mac = normalizeDeviceId(form.values.mac)
  const owner = useOwner(mac)
  return (
    <FormDrawer
      form={form}
      title={t(($) => $.bind.title)}
      save={users(($) => $.bind.save)}
      saveDisabledReason={person === null ? t(($) => $.bind.user_first) : undefined}
      onClose={onClose}
    >
      <TextField
        label={users(($) => $.bind.mac)}
        hint={owner.text ?? users(($) => $.bind.mac_hint)}
        required
        maxLength={64}
        {...form.field('mac')}
        error={form.error('mac') ?? owner.error}
      />
      {mac === null && <DeviceSuggestions typed={form.values.mac} onChoose={(chosen) => form.set('mac', chosen)} />}
      {mac !== null && owner.owned === true && form.values.role === 'owner' && (
        <div>
          <AskRelease kind="binding" macs={[mac]} />
        </div>
      )}
      <TextField
        label={t(($) => $.bind.user)}
        required
        maxLength={LIMITS.email_max}
        value={typed}
        onChange={setTyped}
        hint={hint}
        error={error}
      />
      {!isPersonId(typed) && <PersonSuggestions typed={typed} onChoose={setTyped} />}
      <RadioGroupField
        label={users(($) => $.bind.as)}
        inline
        value={form.values.role}
        onChange={(role) => form.set('role', role)}
        options={BINDING_ROLES.map((role) => ({ value: role, label: t(($) => $.roles[role]) }))}
      />
      <TextAreaField
        label={users(($) => $.bind.reason)}
        required
        maxLength={LIMITS.reason_max}
        {...form.field('reason')}
      />
    </FormDrawer>
  )
}
