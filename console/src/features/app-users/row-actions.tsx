import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ListIcon, MoreIcon, UserIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { ActionDialog, type ActionKind } from './action-dialog.tsx'
import { bindPath, userPath } from './paths.ts'
import { useActionItems } from './use-action-items.ts'

/** The menu at the end of a row (product 3.20). */
export function RowActions({ user }: { user: AppUser }) {
  const t = useMessages('app-users')
  const navigate = useNavigate()
  const [action, setAction] = useState<ActionKind | null>(null)
  const items = useActionItems(user, setAction)
  const missing_bind_permission = useMissingPermission('binding:view')
  const label = t(($) => $.actions.of, { name: appUserName(user) })
  return (
    <>
      <DropdownMenu
        label={label}
        trigger={(button) => <Button kind="text" size="small" icon={MoreIcon} label={label} {...button} />}
        items={[
          {
            key: 'open',
            label: t(($) => $.actions.open),
            icon: UserIcon,
            onSelect: () => void navigate(userPath(user.app_user_id)),
          },
          {
            key: 'bind',
            label: t(($) => $.actions.bind),
            icon: ListIcon,
            ...(missing_bind_permission === undefined ? {} : { disabledReason: missing_bind_permission }),
            onSelect: () => void navigate(bindPath(user.app_user_id)),
          },
          { key: 'actions', divider: true },
          ...items,
        ]}
      />
      {action !== null && <ActionDialog action={action} user={user} onClose={() => setAction(null)} />}
    </>
  )
}
