import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { AlarmTypeProcess, type AlarmTypeState } from '@heatfleet/contract/alarms/type-settings.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { NumberField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

/** A type that has no rules of people. */
export type BuiltInType = Exclude<AlarmType, 'threshold'>

/** After how many minutes recovered an alarm of a type is processed by itself. Mounted = open. */
export function ProcessForm(props: { type: BuiltInType; now: AlarmTypeState | undefined; onClose: () => void }) {
  const { type, now, onClose } = props
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const notify = useNotify()
  const change = useChange(api.alarmTypeProcessSet)
  const name = alarms(($) => $.types[type])
  const form = useForm({
    schema: AlarmTypeProcess,
    initial: { process_minutes: now?.process_minutes ?? null },
    onSave: (body) => change.mutateAsync({ params: { type }, body }),
    onSaved: () => {
      notify.success(t(($) => $.types.saved, { type: name }))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.types.process.title, { type: name })} onClose={onClose}>
      <NumberField
        label={t(($) => $.form.process)}
        hint={t(($) => $.form.process_hint)}
        unit="min"
        decimals={0}
        min={1}
        max={ALARM_LIMITS.time_limit_minutes_max}
        {...form.field('process_minutes')}
      />
    </FormDrawer>
  )
}
