import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import {
  type AppVersion,
  AppVersionDraft,
  RELEASE_CHANNELS,
  UPDATE_TYPES,
} from '@heatfleet/contract/app-versions/app-versions.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { countries } from '../../ui/countries.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { Opening } from './version-drawer.tsx'

const WIDTH_PX = 640
const VERSION_MAX = 23

/** Form values: each language's notes are a field. */
type FormValues = Omit<AppVersionDraft, 'notes' | 'app_id' | 'platform' | 'build' | 'staged_percent' | 'channel'> & {
  app_id: number | undefined
  platform: AppVersionDraft['platform'] | undefined
  channel: AppVersionDraft['channel'] | undefined
  build: number | null
  staged_percent: number | null
  notes_en: string
  notes_zh: string
  notes_pl: string
}

const typedOf = ({ notes, ...version }: AppVersion): FormValues => ({
  app_id: version.app_id,
  platform: version.platform,
  version: version.version,
  build: version.build,
  min_os: version.min_os,
  update_type: version.update_type,
  minimum_version: version.minimum_version,
  staged_percent: version.staged_percent,
  store_url: version.store_url,
  channel: version.channel,
  countries: version.countries,
  notes_en: notes.en,
  notes_zh: notes.zh,
  notes_pl: notes.pl,
})

const EMPTY: FormValues = {
  app_id: undefined,
  platform: undefined,
  version: '',
  build: null,
  min_os: '',
  update_type: 'optional',
  minimum_version: '',
  staged_percent: 100,
  store_url: '',
  channel: 'stable',
  countries: [],
  notes_en: '',
  notes_zh: '',
  notes_pl: '',
}

const initialOf = (opening: Opening): FormValues => {
  if (opening.how === 'new') return { ...EMPTY, app_id: opening.app_id }
  const typed = typedOf(opening.version)
  // A copy gets its own version and build number.
  return opening.how === 'edit' ? typed : { ...typed, version: '', build: null }
}

/** Creates a version or changes a draft; releasing is a separate action with its own permission. */
export function VersionForm({ opening, onClose }: { opening: Opening; onClose: () => void }) {
  const t = useMessages('app-versions')
  const app_texts = useMessages('apps')
  const language = useLanguage()
  const notify = useNotify()
  const apps = useRead(api.applicationList)
  const create = useChange(api.createAppVersion)
  const edit = useChange(api.editAppVersion)
  const form = useForm({
    schema: AppVersionDraft,
    initial: initialOf(opening),
    toBody: ({ notes_en, notes_zh, notes_pl, ...same }: FormValues) => ({
      ...same,
      notes: { en: notes_en, zh: notes_zh, pl: notes_pl },
    }),
    onSave: (body) =>
      opening.how === 'edit'
        ? edit.mutateAsync({ params: { id: opening.version.version_id }, body })
        : create.mutateAsync({ body }),
    onSaved: ({ version }) => {
      notify.success(t(($) => $.form.saved, { version }))
      onClose()
    },
  })
  const app = apps.data?.list.find(({ app_id }) => app_id === form.values.app_id)
  const offered = app === undefined || app.platforms.length === 0 ? APP_PLATFORMS : app.platforms
  const text = (key: 'version' | 'min_os' | 'minimum_version', placeholder: string) => ({
    label: t(($) => $.columns[key]),
    maxLength: VERSION_MAX,
    placeholder,
    ...form.field(key),
  })
  const notes = (spoken: 'en' | 'zh' | 'pl') => ({
    label: t(($) => $.notes[spoken]),
    rows: 2,
    maxLength: LIMITS.version_notes_max,
    ...form.field(`notes_${spoken}`),
  })
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={opening.how === 'edit' ? t(($) => $.form.edit) : t(($) => $.create)}
      onClose={onClose}
    >
      <FormGrid>
        <SelectField
          label={t(($) => $.columns.app_name)}
          required
          search
          loading={apps.isPending}
          options={(apps.data?.list ?? []).map((one) => ({ value: one.app_id, label: one.app_name }))}
          {...form.field('app_id')}
        />
        <SelectField
          label={t(($) => $.columns.platform)}
          required
          options={offered.map((value) => ({ value, label: app_texts(($) => $.platforms[value]) }))}
          {...form.field('platform')}
        />
        <TextField required hint={t(($) => $.form.version_hint)} {...text('version', '2.4.1')} />
        <NumberField label={t(($) => $.columns.build)} required min={1} {...form.field('build')} />
      </FormGrid>
      <RadioGroupField
        label={t(($) => $.columns.update_type)}
        options={UPDATE_TYPES.map((value) => ({
          value,
          label: t(($) => $.types[value]),
          hint: t(($) => $.type_hints[value]),
        }))}
        {...form.field('update_type')}
      />
      <FormGrid>
        <TextField hint={t(($) => $.form.minimum_hint)} {...text('minimum_version', '2.0.0')} />
        <TextField hint={t(($) => $.form.min_os_hint)} {...text('min_os', '14.0')} />
        <NumberField
          label={t(($) => $.columns.staged_percent)}
          hint={t(($) => $.form.staged_hint)}
          unit="%"
          min={1}
          max={100}
          {...form.field('staged_percent')}
        />
        <SelectField
          label={t(($) => $.columns.channel)}
          hint={t(($) => $.form.channel_hint)}
          options={RELEASE_CHANNELS.map((value) => ({ value, label: t(($) => $.channels[value]) }))}
          {...form.field('channel')}
        />
      </FormGrid>
      <MultiSelectField
        label={t(($) => $.columns.countries)}
        hint={t(($) => $.form.countries_hint)}
        placeholder={t(($) => $.all_countries)}
        max={LIMITS.version_countries_max}
        options={countries(language)}
        {...form.field('countries')}
      />
      <TextField
        label={t(($) => $.columns.store_url)}
        hint={t(($) => $.form.store_hint)}
        maxLength={LIMITS.store_url_max}
        placeholder="https://"
        {...form.field('store_url')}
      />
      <TextAreaField {...notes('en')} />
      <TextAreaField {...notes('zh')} />
      <TextAreaField {...notes('pl')} />
    </FormDrawer>
  )
}
