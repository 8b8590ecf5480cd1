import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PasswordLink } from '@heatfleet/contract/password-links/password-links.ts'
import { useState } from 'react'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { OneTimeLink } from '../../password-links/one-time-link.tsx'
import { PlainConfirm, ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { MarkDialog } from './mark-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { WriteMessageDrawer } from './write-message-drawer.tsx'

/** Actions on an app user, shared by the list and the detail screen. */
export type ActionKind = 'mark' | 'message' | 'link' | 'disable' | 'erase'
type DialogProps = { user: AppUser; onClose: () => void }

/** The dialog of an action. */
export const ActionDialog = ({ action, ...props }: DialogProps & { action: ActionKind }) => {
  const Part = PARTS[action]
  return <Part {...props} />
}

function MarksDialog({ user, onClose }: DialogProps) {
  const mark = useChange(api.markAppUser)
  return (
    <MarkDialog
      name={appUserName(user)}
      marks={user.marks}
      onSave={(marks) => mark.mutateAsync({ params: { id: user.app_user_id }, body: { marks } })}
      onClose={onClose}
    />
  )
}

function MessageDialog({ user, onClose }: DialogProps) {
  const t = useMessages('app-users')
  const notify = useNotify()
  const write = useChange(api.messageAppUser)
  return (
    <WriteMessageDrawer
      title={t(($) => $.write_message.to, { name: appUserName(user) })}
      hint={t(($) => $.write_message.app_hint)}
      onSend={async (body) => {
        await write.mutateAsync({ params: { id: user.app_user_id }, body })
        notify.success(t(($) => $.write_message.sent))
      }}
      onClose={onClose}
    />
  )
}

/** Confirms before a link is created: it invalidates the previous one. */
function LinkDialog({ user, onClose }: DialogProps) {
  const t = useMessages('password-links')
  const make = useChange(api.appUserPasswordLink)
  const [link, setLink] = useState<PasswordLink | null>(null)
  const name = appUserName(user)
  if (link !== null) return <OneTimeLink link={{ ...link, name }} onClose={onClose} />
  return (
    <PlainConfirm
      title={t(($) => $.made, { name })}
      text={t(($) => $.made_text, { name })}
      confirm={t(($) => $.make)}
      onClose={onClose}
      onConfirm={async () => setLink(await make.mutateAsync({ params: { id: user.app_user_id } }))}
    />
  )
}

function DisableDialog({ user, onClose }: DialogProps) {
  const t = useMessages('app-users')
  const notify = useNotify()
  const change = useChange(api.disableAppUser)
  const disabled = user.status !== 'disabled'
  const name = appUserName(user)
  return (
    <ReasonConfirm
      danger={disabled}
      title={disabled ? t(($) => $.disable.title, { name }) : t(($) => $.disable.enable_title, { name })}
      text={disabled ? t(($) => $.disable.text) : t(($) => $.disable.enable_text)}
      confirm={disabled ? t(($) => $.disable.confirm) : t(($) => $.disable.enable_confirm)}
      max={LIMITS.reason_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await change.mutateAsync({ params: { id: user.app_user_id }, body: { disabled, reason } })
        notify.success(disabled ? t(($) => $.disable.done) : t(($) => $.disable.enabled))
      }}
    />
  )
}

function EraseDialog({ user, onClose }: DialogProps) {
  const t = useMessages('app-users')
  const notify = useNotify()
  const erase = useChange(api.eraseAppUser)
  const id = user.app_user_id
  return (
    <ReasonDialog
      title={t(($) => $.erase.title, { name: appUserName(user) })}
      text={t(($) => $.erase.text)}
      reason={t(($) => $.erase.reason)}
      expected={String(id)}
      typed={t(($) => $.erase.confirm_id, { id })}
      differs={t(($) => $.erase.differs)}
      missing={t(($) => $.erase.missing)}
      confirm={t(($) => $.erase.confirm)}
      onClose={onClose}
      onConfirm={async (reason) => {
        await erase.mutateAsync({ params: { id }, body: { confirm_id: id, reason } })
        notify.success(t(($) => $.erase.done))
      }}
    />
  )
}

const PARTS = {
  mark: MarksDialog,
  message: MessageDialog,
  link: LinkDialog,
  disable: DisableDialog,
  erase: EraseDialog,
} as const satisfies Record<ActionKind, unknown>
