import { api } from '@heatfleet/contract/api.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { WEBHOOK_EVENTS, WEBHOOK_NEEDS, type WebhookEvent } from '@heatfleet/contract/webhooks/payload.ts'
import { type Webhook, WebhookDraft } from '@heatfleet/contract/webhooks/webhook.ts'
import { useChange } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './webhooks.module.css'

const NONE: readonly string[] = []

/** Makes or changes a webhook; the secret of a new one is handed on. Mounted = open. */
export function WebhookForm(props: {
  webhook: Webhook | null
  onClose: () => void
  onSecret: (name: string, secret: string) => void
}) {
  const { webhook, onClose, onSecret } = props
  const t = useMessages('webhooks')
  const notify = useNotify()
  const own = useSession((session) => session.user?.permissions ?? NONE)
  const create = useChange(api.createWebhook)
  const edit = useChange(api.editWebhook)
  const form = useForm({
    schema: WebhookDraft,
    initial: {
      webhook_name: webhook?.webhook_name ?? '',
      address: '',
      events: webhook?.events ?? (['alarm_raised', 'alarm_recovered'] as WebhookEvent[]),
    },
    onSave: async (body) => {
      if (webhook === null) return create.mutateAsync({ body })
      const { webhook_id, updated_at } = webhook
      return { webhook: await edit.mutateAsync({ params: { id: webhook_id }, body: { ...body, updated_at } }) }
    },
    onSaved: (saved: { webhook: Webhook; secret?: string }) => {
      const { webhook_name } = saved.webhook
      notify.success(t(($) => $.saved, { name: webhook_name }))
      if (saved.secret === undefined) onClose()
      else onSecret(webhook_name, saved.secret)
    },
  })
  // An event that is subscribed already stays listed, also where the right for it is gone.
  const events = WEBHOOK_EVENTS.filter((event) => own.includes(WEBHOOK_NEEDS[event]) || webhook?.events.includes(event))
  return (
    <FormDrawer form={form} title={webhook === null ? t(($) => $.form.create) : webhook.webhook_name} onClose={onClose}>
      <TextField
        required
        label={t(($) => $.form.name)}
        maxLength={WEBHOOK_LIMITS.name_max}
        {...form.field('webhook_name')}
      />
      <TextField
        required={webhook === null}
        label={t(($) => $.form.address)}
        placeholder="https://"
        hint={
          webhook === null ? t(($) => $.form.address_hint) : t(($) => $.form.stored_address, { target: webhook.target })
        }
        maxLength={WEBHOOK_LIMITS.address_max}
        {...form.field('address')}
      />
      <CheckboxGroupField
        required
        label={t(($) => $.form.events)}
        options={events.map((value) => ({ value, label: t(($) => $.events[value]) }))}
        {...form.field('events')}
      />
      <p className={css.weak}>{t(($) => $.form.scope)}</p>
    </FormDrawer>
  )
}
