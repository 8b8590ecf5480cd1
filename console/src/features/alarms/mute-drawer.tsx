import { MuteTime } from '@heatfleet/contract/alarm-rules/mutes.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormDrawer } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { MUTE_TIME, MuteTimeFields, muteTimeOf, useMuteEnd } from './mute-fields.tsx'

/** Mutes one alarm or several, with reason and end. Mounted = open. */
export function MuteDrawer({
  title,
  onSend,
  onClose,
}: {
  title: string
  onSend: (time: MuteTime) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('alarm-rules')
  const endOf = useMuteEnd()
  const form = useForm({
    schema: MuteTime,
    initial: MUTE_TIME,
    toBody: (draft) => muteTimeOf(draft, endOf),
    onSave: onSend,
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={title} save={t(($) => $.mutes.save)} onClose={onClose}>
      <MuteTimeFields
        values={form.values}
        endOf={endOf}
        onReason={(reason) => form.set('reason', reason)}
        onLength={(length) => form.set('length', length)}
        errors={{ reason: form.error('reason'), until: form.error('until') }}
      />
    </FormDrawer>
  )
}
