import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { ActionKind } from './action-dialog.tsx'

/** Actions on one app user as menu items, with the reason why they are disabled. */
export const useActionItems = (
  { status }: Pick<AppUser, 'status'>,
  onAction: (action: ActionKind) => void,
): MenuItem[] => {
  const t = useMessages('app-users')
  const links = useMessages('password-links')
  const codeText = useCodeText()
  const erased_reason = status === 'erased' ? t(($) => $.actions.is_erased) : undefined
  const missing_permission: Record<ActionKind, string | undefined> = {
    mark: useMissingPermission('appuser:mark'),
    message: useMissingPermission('appuser:message'),
    link: useMissingPermission('appuser:edit') ?? (status === 'disabled' ? codeText('account_disabled') : undefined),
    disable: useMissingPermission('appuser:disable'),
    erase: useMissingPermission('appuser:erase'),
  }
  const item = (key: ActionKind, label: string, danger = false): MenuItem => {
    const disabledReason = erased_reason ?? missing_permission[key]
    return {
      key,
      label,
      danger,
      ...(disabledReason === undefined ? {} : { disabledReason }),
      onSelect: () => onAction(key),
    }
  }
  return [
    item(
      'mark',
      t(($) => $.actions.mark),
    ),
    item(
      'message',
      t(($) => $.actions.message),
    ),
    item(
      'link',
      links(($) => $.action),
    ),
    item('disable', status === 'disabled' ? t(($) => $.actions.enable) : t(($) => $.actions.disable)),
    { key: 'line', divider: true },
    item(
      'erase',
      t(($) => $.actions.erase),
      true,
    ),
  ]
}
