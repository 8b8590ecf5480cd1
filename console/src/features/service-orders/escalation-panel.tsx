import { api } from '@heatfleet/contract/api.ts'
import { OrderSettings } from '@heatfleet/contract/service-orders/order-settings.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SwitchField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './orders.module.css'

const AN_HOUR_MIN = 60

/** When unanswered orders go up the tree; changed by who may for everybody. */
export function EscalationPanel() {
  const t = useMessages('service-orders')
  const missing = useMissingPermission('order:settings')
  const [is_open, setOpen] = useState(false)
  const { data, error, refetch } = useRead(api.orderSettings)
  return (
    <Panel title={t(($) => $.settings.escalation)}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={1} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={css.settings}>
          <p>{t(($) => $.settings.escalation_hint)}</p>
          <b>
            {data.escalation_minutes === 0
              ? t(($) => $.settings.off)
              : t(($) => $.settings.now, { minutes: data.escalation_minutes })}
          </b>
          <Button size="small" icon={EditIcon} disabledReason={missing} onClick={() => setOpen(true)}>
            {t(($) => $.settings.edit)}
          </Button>
        </div>
      )}
      {is_open && data !== undefined && <EscalationForm settings={data} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function EscalationForm({ settings, onClose }: { settings: OrderSettings; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const change = useChange(api.orderSettingsSet)
  const form = useForm({
    schema: OrderSettings,
    initial: {
      on: settings.escalation_minutes > 0,
      escalation_minutes: (settings.escalation_minutes || AN_HOUR_MIN) as number | null,
    },
    // A text that is no number breaks the rule of its field.
    toBody: ({ on, escalation_minutes }) => ({ escalation_minutes: on ? (escalation_minutes ?? Number.NaN) : 0 }),
    onSave: (body) => change.mutateAsync({ body }),
    onSaved: () => {
      notify.success(t(($) => $.settings.saved))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.settings.edit)} onClose={onClose}>
      <SwitchField
        label={t(($) => $.settings.on)}
        hint={t(($) => $.settings.escalation_hint)}
        checked={form.values.on}
        onChange={(on) => form.set('on', on)}
      />
      {form.values.on && (
        <NumberField label={t(($) => $.settings.minutes)} required decimals={0} {...form.field('escalation_minutes')} />
      )}
    </FormDrawer>
  )
}
