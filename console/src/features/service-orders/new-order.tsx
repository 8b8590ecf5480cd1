import { api } from '@heatfleet/contract/api.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { ORDER_PRIORITIES, ORDER_TYPES, OrderDraft } from '@heatfleet/contract/service-orders/row.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

const NOBODY = 0
/** What staff may name; from an alarm it is that, or a call about it. */
const SOURCES = ['console', 'alarm', 'phone'] as const

/** What an order is about that is not typed: a device, or an alarm of one. */
type OrderSubject = { mac: string; alarm?: { alarm_id: number; problem: string; is_urgent: boolean } }

/** An order by hand, for the owner of the device or for nobody of the app. Mounted = open. */
export function NewOrder(props: {
  about?: OrderSubject | undefined
  onClose: () => void
  onCreated: (order_id: number) => void
}) {
  const { about } = props
  const alarm = about?.alarm
  const t = useMessages('service-orders')
  const notify = useNotify()
  const create = useChange(api.orderCreate)
  const form = useForm({
    schema: OrderDraft,
    initial: {
      mac: about?.mac ?? '',
      app_user_id: NOBODY,
      alarm_id: alarm?.alarm_id,
      type: 'fault' as (typeof ORDER_TYPES)[number],
      priority: (alarm?.is_urgent ? 'high' : 'normal') as (typeof ORDER_PRIORITIES)[number],
      source: (alarm === undefined ? 'console' : 'alarm') as (typeof SOURCES)[number],
      problem: alarm?.problem ?? '',
    },
    toBody: ({ app_user_id, source, ...draft }) => ({
      ...draft,
      // The server knows an order from an alarm by the alarm.
      ...(source === 'alarm' ? {} : { source }),
      app_user_id: app_user_id === NOBODY ? null : app_user_id,
    }),
    onSave: (body) => create.mutateAsync({ body }),
    onSaved: ({ order_id }) => {
      notify.success(t(($) => $.create.done))
      props.onCreated(order_id)
    },
  })
  const { values, set } = form
  const owner = useOwner(values.mac)
  const respondents = [
    { value: NOBODY, label: t(($) => $.create.for_nobody) },
    ...(owner === null
      ? []
      : [{ value: owner.app_user_id, label: t(($) => $.create.for_owner, { owner: appUserName(owner) }) }]),
  ]
  return (
    <FormDrawer form={form} title={t(($) => $.create.title)} save={t(($) => $.create.save)} onClose={props.onClose}>
      <TextField
        label={t(($) => $.create.device)}
        required
        autoFocus={about === undefined}
        disabled={about !== undefined}
        value={values.mac}
        error={form.error('mac')}
        onChange={(mac) => {
          set('mac', mac)
          // Whose the former unit was, says nothing of this one.
          set('app_user_id', NOBODY)
        }}
      />
      <SelectField
        label={t(($) => $.create.respondent)}
        value={values.app_user_id}
        onChange={(next) => set('app_user_id', next ?? NOBODY)}
        options={respondents}
        error={form.error('app_user_id')}
      />
      <SelectField
        label={t(($) => $.columns.source)}
        value={values.source}
        onChange={(next) => set('source', next ?? SOURCES[0])}
        options={SOURCES.filter((value) => value !== (alarm === undefined ? 'alarm' : 'console')).map((value) => ({
          value,
          label: t(($) => $.sources[value]),
        }))}
      />
      <SelectField
        label={t(($) => $.columns.type)}
        value={values.type}
        onChange={(next) => set('type', next ?? 'fault')}
        options={ORDER_TYPES.map((value) => ({ value, label: t(($) => $.types[value]) }))}
      />
      <SelectField
        label={t(($) => $.columns.priority)}
        value={values.priority}
        onChange={(next) => set('priority', next ?? 'normal')}
        options={ORDER_PRIORITIES.map((value) => ({ value, label: t(($) => $.priorities[value]) }))}
      />
      <TextAreaField
        label={t(($) => $.create.problem)}
        required
        rows={6}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('problem')}
      />
    </FormDrawer>
  )
}

/** Who owns the unit that was typed, where that may be seen. */
const useOwner = (typed: string) => {
  const mac = normalizeDeviceId(typed)
  const enabled = usePermission('binding:view') && mac !== null
  const { data } = useRead(api.deviceOwner, { query: { mac: mac ?? '' } }, { enabled })
  return enabled ? (data?.owner ?? null) : null
}
