import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EditIcon, MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { type Deed, DeedDialog } from './deed-dialog.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { bindPath } from './paths.ts'
import { useDeedItems } from './use-deed-items.ts'

/** Actions on an app user, each with its own dialog. */
export function UserActions({ user }: { user: AppUserDetail }) {
  const t = useMessages('app-users')
  const navigate = useNavigate()
  const [open, setOpen] = useState<'edit' | Deed | null>(null)
  const close = () => setOpen(null)
  const items = useDeedItems(user, setOpen)
  const lacks = { edit: useMissingPermission('appuser:edit'), bind: useMissingPermission('binding:view') }
  const gone = user.status === 'erased' ? t(($) => $.actions.is_erased) : undefined
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
        items={items}
      />
      {open === 'edit' && <EditDrawer user={user} onClose={close} />}
      {open !== null && open !== 'edit' && <DeedDialog deed={open} user={user} onClose={close} />}
    </>
  )
}
