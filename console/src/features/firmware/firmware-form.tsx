import { api } from '@heatfleet/contract/api.ts'
import { FIRMWARE_MODULES } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { type Firmware, FirmwareChange, FirmwareDraft } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { CheckboxField } from '../../ui/field-check.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import css from './firmware.module.css'
import { sendFirmware, type UploadStep } from './send-file.ts'

const WIDTH_PX = 620
const VERSION_MAX = 23
const MIB = 1_048_576

/** What both forms have: notes are a field for each language. */
type Shared = {
  name: string
  min_software_version: string
  auto_upgrade: boolean
  notes_en: string
  notes_zh: string
  notes_pl: string
}
type Values = Shared & {
  product_key: string | undefined
  module: FirmwareDraft['module'] | undefined
  hardware_version: string
  software_version: string
}

const EMPTY: Values = {
  product_key: undefined,
  module: 'dtu',
  hardware_version: '',
  software_version: '',
  name: '',
  min_software_version: '',
  auto_upgrade: false,
  notes_en: '',
  notes_zh: '',
  notes_pl: '',
}

const withNotes = <V extends Shared>({ notes_en, notes_zh, notes_pl, ...same }: V) => ({
  ...same,
  notes: { en: notes_en, zh: notes_zh, pl: notes_pl },
})

/** Uploads a firmware: its facts, its file, and how far the file is. */
export function UploadForm({ product_key, onClose }: { product_key: string | undefined; onClose: () => void }) {
  const t = useMessages('firmware')
  const lang = useLanguage()
  const notify = useNotify()
  const cache = useQueryClient()
  const products = useProducts()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<'missing' | 'large' | null>(null)
  const [at, setAt] = useState<UploadStep | null>(null)
  const form = useForm({
    schema: FirmwareDraft,
    initial: { ...EMPTY, product_key },
    toBody: withNotes,
    onSave: async (body) => {
      if (file === null) {
        setProblem('missing')
        return null
      }
      return sendFirmware(body, file, setAt)
    },
    onSaved: (saved) => {
      if (saved === null) return
      void cache.invalidateQueries({ queryKey: [api.firmwareList.of] })
      notify.success(t(($) => $.done.upload, { name: `${saved.name} ${saved.software_version}` }))
      onClose()
    },
  })
  const mib = LIMITS.firmware_bytes_max / MIB
  const version = { maxLength: VERSION_MAX }
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.form.upload_title)}
      save={t(($) => (form.problem !== null && at !== null ? $.form.resume : $.form.send))}
      onClose={onClose}
    >
      <FileDrop
        label={t(($) => $.form.file)}
        choose={t(($) => $.form.choose)}
        accept=".bin,.img,.hex,.fw,application/octet-stream"
        file_name={file?.name ?? null}
        hint={t(($) => $.form.file_hint, { mib })}
        bytes_max={LIMITS.firmware_bytes_max}
        onFile={(chosen) => {
          setFile(chosen)
          setProblem(null)
          setAt(null)
        }}
        onTooLarge={() => setProblem('large')}
      />
      {problem !== null && (
        <p role="alert" className={css.wrong}>
          {problem === 'large' ? t(($) => $.form.file_large, { mib }) : t(($) => $.form.file_missing)}
        </p>
      )}
      {at !== null && <Progress at={at} broken={form.problem !== null} />}
      <FormGrid>
        <SelectField
          label={t(($) => $.form.product)}
          required
          search
          loading={products.isPending}
          options={(products.data ?? []).map((one) => ({
            value: one.product_key,
            label: productName(one, lang),
          }))}
          {...form.field('product_key')}
        />
        <SelectField
          label={t(($) => $.columns.module)}
          required
          options={FIRMWARE_MODULES.map((value) => ({ value, label: t(($) => $.modules[value]) }))}
          {...form.field('module')}
        />
        <TextField
          required
          label={t(($) => $.columns.hardware_version)}
          hint={t(($) => $.form.hardware_hint, { example: form.values.module === 'mcu' ? 'CG248075' : 'DTU-4G-B' })}
          maxLength={LIMITS.firmware_hardware_max}
          {...form.field('hardware_version')}
        />
        <TextField
          required
          label={t(($) => $.columns.software_version)}
          hint={t(($) => $.form.version_hint)}
          {...version}
          {...form.field('software_version')}
        />
      </FormGrid>
      <SharedFields form={form} />
    </FormDrawer>
  )
}

/** How far an upload is, in words and as a bar. */
function Progress({ at, broken }: { at: UploadStep; broken: boolean }) {
  const t = useMessages('firmware')
  const percent = at.step === 'hashing' ? 0 : at.step === 'checking' ? 100 : at.percent
  return (
    <div className={css.progress} role="status">
      <progress aria-label={t(($) => $.form.upload_title)} max={100} value={percent} />
      <span>{broken ? t(($) => $.form.kept) : t(($) => $.form[at.step], { percent })}</span>
    </div>
  )
}

/** Changes what is not part of the image. */
export function EditForm({ firmware, onClose }: { firmware: Firmware; onClose: () => void }) {
  const t = useMessages('firmware')
  const notify = useNotify()
  const update = useChange(api.firmwareUpdate)
  const { firmware_id, name, min_software_version, auto_upgrade, notes } = firmware
  const form = useForm({
    schema: FirmwareChange,
    initial: { name, min_software_version, auto_upgrade, notes_en: notes.en, notes_zh: notes.zh, notes_pl: notes.pl },
    toBody: (values: Shared) => ({ firmware_id, ...withNotes(values) }),
    onSave: (body) => update.mutateAsync({ body }),
    onSaved: (saved) => {
      notify.success(t(($) => $.done.edit, { name: `${saved.name} ${saved.software_version}` }))
      onClose()
    },
  })
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.form.edit_title, { name: `${name} ${firmware.software_version}` })}
      onClose={onClose}
    >
      <SharedFields form={form} />
    </FormDrawer>
  )
}

type SharedForm = { field: Form<Shared>['field']; values: Shared; set: Form<Shared>['set'] }

function SharedFields({ form }: { form: SharedForm }) {
  const t = useMessages('firmware')
  return (
    <>
      <FormGrid>
        <TextField
          required
          label={t(($) => $.columns.name)}
          maxLength={LIMITS.firmware_name_max}
          {...form.field('name')}
        />
        <TextField
          label={t(($) => $.columns.min_software_version)}
          hint={t(($) => $.form.minimum_hint)}
          maxLength={VERSION_MAX}
          {...form.field('min_software_version')}
        />
      </FormGrid>
      <div>
        <CheckboxField
          label={t(($) => $.form.auto)}
          checked={form.values.auto_upgrade}
          onChange={(checked) => form.set('auto_upgrade', checked)}
        />
        <p className={css.hint}>{t(($) => $.form.auto_hint)}</p>
      </div>
      {(['en', 'zh', 'pl'] as const).map((language) => (
        <TextAreaField
          key={language}
          label={t(($) => $.form[`notes_${language}`])}
          rows={2}
          maxLength={LIMITS.version_notes_max}
          {...form.field(`notes_${language}`)}
        />
      ))}
    </>
  )
}
