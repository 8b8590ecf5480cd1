import { api } from '@heatfleet/contract/api.ts'
import type { Application } from '@heatfleet/contract/apps/apps.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import type { FreshSecret } from './app-form.tsx'
import { versionsPath } from './current-versions.tsx'

/** Actions on an app, at the end of its row. */
export function AppActions(props: { app: Application; onEdit: () => void; onSecret: (secret: FreshSecret) => void }) {
  const t = useMessages('apps')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const disable = useChange(api.disableApplication)
  const rotate = useChange(api.rotateApplication)
  const missing_permission = {
    edit: useMissingPermission('app:edit'),
    secret: useMissingPermission('app:secret'),
    users: useMissingPermission('appuser:view'),
    versions: useMissingPermission('appversion:view'),
  }
  const { app } = props
  const name = app.app_name
  const params = { id: app.app_id }

  /** Shows a refusal as a notification: there is no field for it. */
  const act = async (action: () => Promise<void>) => {
    try {
      await action()
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const toggle = () =>
    act(async () => {
      const disabled = !app.disabled
      const question = { title: t(($) => $.disable_title, { name }), text: t(($) => $.disable_text) }
      if (disabled && !(await confirm({ ...question, confirm: t(($) => $.disable), danger: true }))) return
      await disable.mutateAsync({ params, body: { disabled } })
      notify.success(disabled ? t(($) => $.disabled) : t(($) => $.enabled))
    })
  const replace = (what: 'key' | 'secret') =>
    act(async () => {
      const title = what === 'key' ? t(($) => $.rotate_key_title, { name }) : t(($) => $.rotate_title, { name })
      const text = what === 'key' ? t(($) => $.rotate_key_text) : t(($) => $.rotate_text)
      if (!(await confirm({ title, text, confirm: t(($) => $.rotate_confirm), danger: true }))) return
      props.onSecret(await rotate.mutateAsync({ params, body: { what } }))
    })
  const item = (
    key: string,
    label: string,
    disabledReason: string | undefined,
    onSelect: () => void,
    danger = false,
  ): MenuItem => ({ key, label, danger, ...(disabledReason === undefined ? {} : { disabledReason }), onSelect })

  return (
    <DropdownMenu
      label={t(($) => $.more, { name })}
      trigger={(button) => (
        <Button {...button} kind="text" size="small" icon={MoreIcon} label={t(($) => $.more, { name })} />
      )}
      items={[
        item(
          'edit',
          t(($) => $.edit),
          missing_permission.edit,
          props.onEdit,
        ),
        item(
          'versions',
          t(($) => $.versions),
          missing_permission.versions,
          () => void navigate(versionsPath(app)),
        ),
        item(
          'users',
          t(($) => $.users),
          missing_permission.users,
          () => void navigate(`/app-user/app-user-list?app_id=${app.app_id}`),
        ),
        { key: 'line', divider: true },
        item(
          'secret',
          t(($) => $.rotate_secret),
          missing_permission.secret,
          () => void replace('secret'),
        ),
        item(
          'key',
          t(($) => $.rotate_key),
          missing_permission.secret,
          () => void replace('key'),
        ),
        item(
          'disable',
          app.disabled ? t(($) => $.enable) : t(($) => $.disable),
          missing_permission.edit,
          () => void toggle(),
          !app.disabled,
        ),
      ]}
    />
  )
}
