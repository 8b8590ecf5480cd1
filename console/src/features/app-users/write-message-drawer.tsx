import { MessageDraft } from '@heatfleet/contract/app-users/messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

/** A message with subject and text, to one or several app users. Mounted = open. */
export function WriteMessageDrawer(props: {
  title: string
  hint: string
  onSend: (message: MessageDraft) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('app-users')
  const form = useForm({
    schema: MessageDraft,
    initial: { title: '', text: '' },
    toBody: (draft) => draft,
    onSave: props.onSend,
    onSaved: props.onClose,
  })
  return (
    <FormDrawer form={form} title={props.title} save={t(($) => $.write_message.send)} onClose={props.onClose}>
      <TextField
        label={t(($) => $.write_message.title)}
        required
        autoFocus
        maxLength={LIMITS.message_title_max}
        {...form.field('title')}
      />
      <TextAreaField
        label={t(($) => $.write_message.text)}
        hint={props.hint}
        required
        rows={8}
        maxLength={LIMITS.message_text_max}
        {...form.field('text')}
      />
    </FormDrawer>
  )
}
