import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { type Application, ApplicationDraft } from '@heatfleet/contract/apps/apps.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

/** A secret that is shown once. */
export type FreshSecret = { app_name: string; app_secret: string }

/** Registers or changes an app. Mounted = open; `onSecret` receives the secret of a new one. */
export function AppForm(props: {
  app: Application | null
  onSecret: (secret: FreshSecret) => void
  onClose: () => void
}) {
  const t = useMessages('apps')
  const notify = useNotify()
  const create = useChange(api.createApplication)
  const edit = useChange(api.editApplication)
  const { app } = props
  const form = useForm({
    schema: ApplicationDraft,
    initial: {
      app_name: app?.app_name ?? '',
      english_name: app?.english_name ?? '',
      platforms: app?.platforms ?? [],
      package_name: app?.package_name ?? '',
      enterprise: app?.enterprise ?? '',
    },
    onSave: async (body) => {
      if (app !== null) {
        await edit.mutateAsync({ params: { id: app.app_id }, body })
        return null
      }
      return create.mutateAsync({ body })
    },
    onSaved: (created) => {
      notify.success(t(($) => $.form.saved))
      props.onClose()
      if (created !== null) props.onSecret(created)
    },
  })
  return (
    <FormDrawer
      form={form}
      title={app === null ? t(($) => $.form.create_title) : t(($) => $.form.edit_title)}
      {...(app === null ? { save: t(($) => $.form.create) } : {})}
      onClose={props.onClose}
    >
      <TextField
        label={t(($) => $.columns.app_name)}
        required
        maxLength={LIMITS.app_name_max}
        {...form.field('app_name')}
      />
      <TextField
        label={t(($) => $.columns.english_name)}
        maxLength={LIMITS.app_name_max}
        {...form.field('english_name')}
      />
      <CheckboxGroupField
        label={t(($) => $.columns.platforms)}
        inline
        options={APP_PLATFORMS.map((platform) => ({ value: platform, label: t(($) => $.platforms[platform]) }))}
        {...form.field('platforms')}
      />
      <TextField label={t(($) => $.columns.package_name)} maxLength={100} {...form.field('package_name')} />
      <TextField label={t(($) => $.columns.enterprise)} maxLength={100} {...form.field('enterprise')} />
    </FormDrawer>
  )
}
