import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EditIcon, MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { ActionDialog, type ActionKind } from './action-dialog.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { bindPath } from './paths.ts'
import { useActionItems } from './use-action-items.ts'

/** Actions on an app user, each with its own dialog. */
export function UserActions({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | ActionKind | null>(null)
  const close = () => setOpen(null)
  const items = useActionItems(user, setOpen)
  const missing_permission = { edit: useMissingPermission('appuser:edit'), bind: useMissingPermission('binding:view') }
  const erased_reason = user.status === 'erased' ? t(($) => $.actions.is_erased) : undefined
  return (
    <>
      <Button disabledReason={missing_permission.bind} onClick={() => void navigate(bindPath(user.app_user_id))}>
        {t(($) => $.actions.bind)}
      </Button>
      <Button icon={EditIcon} disabledReason={erased_reason ?? missing_permission.edit} onClick={() => setOpen('edit')}>
        {t(($) => $.actions.edit)}
      </Button>
      <DropdownMenu
        label={t(($) => $.actions.more)}
        trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.actions.more)} />}
        items={items}
      />
      {open === 'edit' && <EditDrawer user={user} onClose={close} />}
      {open !== null && open !== 'edit' && <ActionDialog action={open} user={user} onClose={close} />}
    </>
  )
}
