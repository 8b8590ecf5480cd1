import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { AlarmResult } from '@heatfleet/contract/alarms/result.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { type CauseDraft, CauseField, NOT_SAID } from '../../parts/cause-field.tsx'
import { type PartDraft, PartsField, typedParts } from '../../parts/parts-field.tsx'
import { PHOTO_BOX } from '../../parts/photo-box.ts'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { PhotosField } from '../../ui/photos-field.tsx'
import { useForm } from '../../ui/use-form.ts'

/** What the work at an alarm came down to: result, cause, parts used, photos. Mounted = open. */
export function ResultDrawer({
  action,
  title,
  note,
  onSend,
  onClose,
}: {
  action: 'process' | 'close'
  title: string
  note?: string | undefined
  onSend: (result: AlarmResult) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('alarms')
  const form = useForm({
    schema: AlarmResult,
    initial: {
      text: '',
      cause: NOT_SAID as CauseDraft,
      parts: [] as PartDraft[],
      pictures: [] as string[],
    },
    toBody: ({ cause, parts, ...typed }) => ({
      ...typed,
      cause: cause === NOT_SAID ? null : cause,
      parts: typedParts(parts),
    }),
    onSave: onSend,
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={title} save={t(($) => $.actions[action])} onClose={onClose}>
      {note !== undefined && <p>{note}</p>}
      <TextAreaField
        label={t(($) => $[action].text)}
        hint={t(($) => $[action].hint)}
        required
        autoFocus
        rows={6}
        maxLength={ALARM_LIMITS.text_max}
        {...form.field('text')}
      />
      <CauseField value={form.values.cause} onChange={(next) => form.set('cause', next)} error={form.error('cause')} />
      <PartsField value={form.values.parts} onChange={form.field('parts').onChange} />
      <PhotosField max={ORDER_LIMITS.pictures_max} box={PHOTO_BOX} {...form.field('pictures')} />
    </FormDrawer>
  )
}
