import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useNavigate } from 'react-router'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermissionText } from '../../messages/missing-permission.ts'
import { EditIcon, ListIcon, LockIcon, PlusIcon, UserIcon } from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { detailPath, newAccountPath, newPath } from './paths.ts'

/** What needs a dialog. */
export type Action = 'move' | 'disable' | 'enable' | 'delete'

/** The actions of product 3.27 on one distributor, each with the reason why it cannot be done now. */
export const useActions = (distributor: Distributor, ask: (action: Action) => void): MenuItem[] => {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const { agent_id, agent_level, disabled } = distributor
  const is_own = user?.agent_id === agent_id
  const lackText = useMissingPermissionText()
  const lacking = (right: Permission) => (user?.permissions.includes(right) ? undefined : lackText(right))
  const own = is_own ? t(($) => $.actions.own_fixed) : undefined
  const item = (key: string, label: string, reason: string | undefined, onSelect: () => void, more: object = {}) => ({
    key,
    label,
    onSelect,
    ...(reason === undefined ? {} : { disabledReason: reason }),
    ...more,
  })
  const open = (path: string) => () => void navigate(path)
  const lower_reason = agent_level === 3 ? t(($) => $.actions.lowest) : lacking('agent:create')
  return [
    item(
      'edit',
      t(($) => $.actions.edit),
      lacking('agent:edit'),
      open(detailPath(agent_id)),
      { icon: EditIcon },
    ),
    item(
      'add',
      t(($) => $.actions.add_lower),
      lower_reason,
      open(newPath(agent_id)),
      { icon: PlusIcon },
    ),
    item(
      'create_account',
      t(($) => $.actions.create_account),
      lacking('account:create'),
      open(newAccountPath(agent_id)),
      { icon: UserIcon },
    ),
    item(
      'devices',
      t(($) => $.actions.devices),
      lacking('device:view'),
      open(`/device/device-list?agent_id=${agent_id}`),
      {
        icon: ListIcon,
      },
    ),
    { key: 'line', divider: true },
    item(
      'move',
      t(($) => $.actions.move),
      lacking('agent:move') ?? own,
      () => ask('move'),
    ),
    item(
      'disable',
      disabled ? t(($) => $.actions.enable) : t(($) => $.actions.disable),
      lacking('agent:disable') ?? own,
      () => ask(disabled ? 'enable' : 'disable'),
      { icon: LockIcon },
    ),
    item(
      'delete',
      t(($) => $.actions.delete),
      lacking('agent:delete') ?? own,
      () => ask('delete'),
      {
        danger: true,
      },
    ),
  ]
}
