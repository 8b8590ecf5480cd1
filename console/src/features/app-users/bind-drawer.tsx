import { api } from '@heatfleet/contract/api.ts'
import { BINDING_ROLES, NewBinding } from '@heatfleet/contract/bindings/bindings.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AskRelease } from '../shipments/public.ts'
import { DeviceSuggestions } from './device-suggestions.tsx'

type Role = (typeof BINDING_ROLES)[number]

/** Binds a device by hand, found by name or id: shows the current owner first and never takes it from one. */
export function BindDrawer({ app_user_id, name, onClose }: { app_user_id: number; name: string; onClose: () => void }) {
  const t = useMessages('app-users')
  const bindings = useMessages('bindings')
  const notify = useNotify()
  const bind = useChange(api.bindDevice)
  const form = useForm({
    schema: NewBinding,
    initial: { mac: '', role: 'owner' as Role, reason: '' },
    onSave: (body) => bind.mutateAsync({ params: { id: app_user_id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.bind.saved))
      onClose()
    },
  })
  const mac = normalizeDeviceId(form.values.mac)
  const owner = useOwner(mac)
  return (
    <FormDrawer form={form} title={t(($) => $.bind.title, { name })} save={t(($) => $.bind.save)} onClose={onClose}>
      <TextField
        label={t(($) => $.bind.mac)}
        hint={owner.text ?? t(($) => $.bind.mac_hint)}
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
      <RadioGroupField
        label={t(($) => $.bind.as)}
        inline
        value={form.values.role}
        onChange={(role) => form.set('role', role)}
        options={BINDING_ROLES.map((role) => ({ value: role, label: bindings(($) => $.roles[role]) }))}
      />
      <TextAreaField label={t(($) => $.bind.reason)} required maxLength={LIMITS.reason_max} {...form.field('reason')} />
    </FormDrawer>
  )
}

/** The current owner of the device, once the id is complete. */
export const useOwner = (mac: string | null): { text?: string; error?: string; owned?: boolean } => {
  const t = useMessages('app-users')
  const errorText = useErrorText()
  const found = useRead(api.deviceOwner, { query: { mac: mac ?? '' } }, { enabled: mac !== null })
  if (mac === null) return {}
  if (found.error !== null) return { error: errorText(found.error).message }
  if (found.data === undefined) return { text: t(($) => $.bind.looking) }
  const { owner, bound, bind_limit, device_name } = found.data
  const device = device_name || mac
  const whose =
    owner === null ? t(($) => $.bind.free, { device }) : t(($) => $.bind.owned, { device, owner: appUserName(owner) })
  return { text: `${whose} ${t(($) => $.bind.places, { bound, limit: bind_limit })}`, owned: owner !== null }
}
