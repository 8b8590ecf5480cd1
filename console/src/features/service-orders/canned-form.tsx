import { api } from '@heatfleet/contract/api.ts'
import { MESSAGE_LANGUAGES } from '@heatfleet/contract/notification-policies/channel.ts'
import {
  CANNED_PLACEHOLDERS,
  type CannedAnswer,
  CannedAnswerDraft,
} from '@heatfleet/contract/service-orders/canned-answers.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { LANGUAGE_NAMES } from './language-names.ts'

/** A canned answer; null = a new one. Mounted = open. */
export function CannedForm({ answer, onClose }: { answer: CannedAnswer | null; onClose: () => void }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const notify = useNotify()
  const create = useChange(api.cannedAnswerCreate)
  const edit = useChange(api.cannedAnswerEdit)
  const form = useForm({
    schema: CannedAnswerDraft,
    initial: {
      language: answer?.language ?? lang,
      title: answer?.title ?? '',
      text: answer?.text ?? '',
    },
    onSave: (body) =>
      answer === null
        ? create.mutateAsync({ body })
        : edit.mutateAsync({
            params: { id: answer.canned_answer_id },
            body: { ...body, updated_at: answer.updated_at },
          }),
    onSaved: () => {
      notify.success(t(($) => $.canned.saved))
      onClose()
    },
  })
  const placeholders = CANNED_PLACEHOLDERS.map((name) => `{{${name}}} = ${t(($) => $.canned.placeholders[name])}`)
  return (
    <FormDrawer
      form={form}
      title={t(($) => (answer === null ? $.canned.create : $.canned.edit))}
      save={t(($) => $.canned.save)}
      onClose={onClose}
    >
      <SelectField
        label={t(($) => $.canned.language)}
        required
        value={form.values.language}
        onChange={(next) => next !== undefined && form.set('language', next)}
        options={MESSAGE_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        error={form.error('language')}
      />
      <TextField label={t(($) => $.canned.name)} required {...form.field('title')} />
      <TextAreaField
        label={t(($) => $.canned.text)}
        hint={`${t(($) => $.canned.text_hint)} ${placeholders.join(', ')}`}
        required
        rows={8}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('text')}
      />
    </FormDrawer>
  )
}
