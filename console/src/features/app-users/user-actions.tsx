import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { nameOf } from '../../bindings/person-name.ts'
import { useChange } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { EditIcon, MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useWords } from '../../words/words.ts'
import { EditDrawer } from './edit-drawer.tsx'
import { useLacks } from './lacks.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { bindPath } from './paths.ts'
import { TypedReason } from './typed-reason.tsx'

/** What staff may do with an app user, each deed in its own dialog. */
export function UserActions({ user }: { user: AppUserDetail }) {
  const t = useWords('appUsers')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | 'mark' | 'disable' | 'erase' | null>(null)
  const close = () => setOpen(null)
  const mark = useChange(api.markAppUser)
  const gone = user.status === 'erased' ? t(($) => $.actions.is_erased) : undefined
  const lacks = {
    edit: useLacks('appuser:edit'),
    mark: useLacks('appuser:mark'),
    disable: useLacks('appuser:disable'),
    erase: useLacks('appuser:erase'),
    bind: useLacks('binding:view'),
  }
  const item = (key: 'mark' | 'disable' | 'erase', label: string, danger = false): MenuItem => {
    const disabledReason = gone ?? lacks[key]
    return {
      key,
      label,
      danger,
      ...(disabledReason === undefined ? {} : { disabledReason }),
      onSelect: () => setOpen(key),
    }
  }
  const params = { id: user.app_user_id }
  return (
    <>
      <Button disabledReason={lacks.bind} onClick={() => void navigate(bindPath(user.app_user_id))}>
        {t(($) => $.actions.bind)}
      </Button>
      <Button icon={EditIcon} disabledReason={gone ?? lacks.edit} onClick={() => setOpen('edit')}>
        {t(($) => $.actions.edit)}
      </Button>
      <DropdownMenu
        label={t(($) => $.actions.more)}
        trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.actions.more)} />}
        items={[
          item(
            'mark',
            t(($) => $.actions.mark),
          ),
          item('disable', user.status === 'disabled' ? t(($) => $.actions.enable) : t(($) => $.actions.disable)),
          { key: 'line', divider: true },
          item(
            'erase',
            t(($) => $.actions.erase),
            true,
          ),
        ]}
      />
      {open === 'edit' && <EditDrawer user={user} onClose={close} />}
      {open === 'mark' && (
        <MarkDialog
          name={nameOf(user)}
          marks={user.marks}
          onSave={(marks) => mark.mutateAsync({ params, body: { marks } })}
          onClose={close}
        />
      )}
      {open === 'disable' && <DisableDialog user={user} onClose={close} />}
      {open === 'erase' && <EraseDialog user={user} onClose={close} />}
    </>
  )
}

type DialogProps = { user: AppUserDetail; onClose: () => void }

function DisableDialog({ user, onClose }: DialogProps) {
  const t = useWords('appUsers')
  const notify = useNotify()
  const change = useChange(api.disableAppUser)
  const disabled = user.status !== 'disabled'
  const name = nameOf(user)
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
  const t = useWords('appUsers')
  const notify = useNotify()
  const erase = useChange(api.eraseAppUser)
  const id = user.app_user_id
  return (
    <TypedReason
      title={t(($) => $.erase.title, { name: nameOf(user) })}
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
