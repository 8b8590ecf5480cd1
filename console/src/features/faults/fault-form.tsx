import { api } from '@heatfleet/contract/api.ts'
import { type FaultCode, FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { FAULT_SEVERITIES } from '@heatfleet/contract/products/settings.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { NumberField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AdviceFields } from './advice-fields.tsx'

const WIDTH_PX = 640
const COLUMN_PX = 180

/** Form values: each language's name is a field. */
type FormValues = Omit<FaultCodeDraft, 'names' | 'parts'> & {
  name_en: string
  name_zh: string
  name_pl: string
  /** One per line. */
  parts: string
}

const NOTHING: Words = { en: '', zh: '', pl: '' }
const EMPTY: FormValues = {
  set_name: '',
  code: '',
  code_num: null,
  register: null,
  bit: null,
  name_en: '',
  name_zh: '',
  name_pl: '',
  category: '',
  severity: 'fault',
  causes: NOTHING,
  checks: NOTHING,
  remedies: NOTHING,
  parts: '',
  manual_url: '',
}

const typedOf = ({ names, ...fault }: FaultCode): FormValues => ({
  set_name: fault.set_name,
  code: fault.code,
  code_num: fault.code_num,
  register: fault.register,
  bit: fault.bit,
  name_en: names.en,
  name_zh: names.zh,
  name_pl: names.pl,
  category: fault.category,
  severity: fault.severity,
  causes: fault.causes,
  checks: fault.checks,
  remedies: fault.remedies,
  parts: fault.parts.join('\n'),
  manual_url: fault.manual_url,
})

/** The form of a custom fault code: new (`fault` null; `value` = value of the fault word) or existing. */
export function FaultForm(props: { fault: FaultCode | null; value: number | null; onClose: () => void }) {
  const t = useMessages('faults')
  const notify = useNotify()
  const create = useChange(api.faultCodeCreate)
  const edit = useChange(api.faultCodeEdit)
  const { fault, value, onClose } = props
  const form = useForm({
    schema: FaultCodeDraft,
    initial: fault === null ? { ...EMPTY, code: String(value ?? ''), code_num: value } : typedOf(fault),
    toBody: ({ name_en, name_zh, name_pl, parts, ...same }: FormValues) => ({
      ...same,
      parts: adviceLines(parts),
      names: { en: name_en, zh: name_zh, pl: name_pl },
    }),
    onSave: (body) =>
      fault === null
        ? create.mutateAsync({ body })
        : edit.mutateAsync({ params: { id: fault.fault_id }, body: { ...body, updated_at: fault.updated_at } }),
    onSaved: ({ code }) => {
      notify.success(t(($) => $.saved, { code }))
      onClose()
    },
  })
  const text = (
    key: 'manual_url' | 'set_name' | 'code' | 'category' | 'name_en' | 'name_zh' | 'name_pl',
    maxLength: number,
  ) => ({
    label: t(($) => $.fields[key]),
    maxLength,
    ...form.field(key),
  })
  const number = (key: 'code_num' | 'register' | 'bit') => ({ label: t(($) => $.fields[key]), ...form.field(key) })
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={fault === null ? t(($) => $.create) : t(($) => $.edit, { code: fault.code })}
      onClose={onClose}
    >
      <FormGrid>
        <TextField required hint={t(($) => $.set_hint)} {...text('set_name', LIMITS.fault_code_max)} />
        <TextField required {...text('code', LIMITS.fault_code_max)} />
        <SelectField
          label={t(($) => $.fields.severity)}
          options={FAULT_SEVERITIES.map((severity) => ({ value: severity, label: t(($) => $.severities[severity]) }))}
          value={form.values.severity}
          onChange={(severity = form.values.severity) => form.set('severity', severity)}
        />
        <TextField {...text('category', LIMITS.fault_code_max)} />
      </FormGrid>
      <TextField {...text('name_en', LIMITS.point_name_max)} />
      <TextField {...text('name_zh', LIMITS.point_name_max)} />
      <TextField {...text('name_pl', LIMITS.point_name_max)} />
      <FormGrid least_px={COLUMN_PX}>
        <NumberField {...number('code_num')} />
        <NumberField {...number('register')} />
        <NumberField {...number('bit')} />
      </FormGrid>
      <AdviceFields form={form} />
      <TextAreaField
        label={t(($) => $.fields.parts)}
        hint={t(($) => $.parts_hint, { max: LIMITS.fault_parts_max })}
        rows={2}
        {...form.field('parts')}
      />
      <TextField {...text('manual_url', LIMITS.manual_url_max)} placeholder="https://" />
    </FormDrawer>
  )
}

const adviceLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
