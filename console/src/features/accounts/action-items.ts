import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import type { ActionKind } from './account-actions.tsx'
import { useProtectedReason } from './protected-account.ts'

/** A menu entry or button: label, reason why it is disabled, action. */
type ActionItem = {
  key: ActionKind
  label: string
  danger: boolean
  disabledReason?: string
  onSelect: () => void
}

/** Actions on an account by group: impersonate, access, end. */
export type ActionItems = { view_as: ActionItem; access: ActionItem[]; end: ActionItem[] }

/** Actions on an account, each with the reason why it is disabled: a missing permission or the account's state. */
export const useActionItems = (
  start: (account: Account, action: ActionKind) => void,
): ((account: Account) => ActionItems) => {
  const t = useMessages('accounts')
  const links = useMessages('password-links')
  const codeText = useCodeText()
  const protected_reason = useProtectedReason()
  const missing_permission = {
    reset: useMissingPermission('account:reset-password'),
    disable: useMissingPermission('account:disable'),
    remove: useMissingPermission('account:delete'),
    view: useMissingPermission('account:view-as'),
  }
  return (account) => {
    const { above, above_or_own } = protected_reason(account)
    const is_disabled = account.state === 'disabled'
    const can_log_in = account.state === 'enabled' || account.state === 'locked'
    const item = (key: ActionKind, reason: string | undefined, danger = false): ActionItem => ({
      key,
      label: key === 'link' ? links(($) => $.action) : t(($) => $.actions[key]),
      danger,
      onSelect: () => start(account, key),
      ...(reason === undefined ? {} : { disabledReason: reason }),
    })
    return {
      view_as: item(
        'view_as',
        missing_permission.view ?? above_or_own ?? (can_log_in ? undefined : codeText('account_disabled')),
      ),
      access: [
        item('reset', missing_permission.reset ?? above_or_own),
        item(
          'link',
          missing_permission.reset ?? above_or_own ?? (is_disabled ? codeText('account_disabled') : undefined),
        ),
        item(
          'unlock',
          missing_permission.reset ??
            above ??
            (account.state === 'locked' ? undefined : t(($) => $.actions.not_locked)),
        ),
        item('sign_out', missing_permission.disable ?? above),
      ],
      end: [
        is_disabled
          ? item('enable', missing_permission.disable ?? above_or_own)
          : item('disable', missing_permission.disable ?? above_or_own, true),
        item(
          'delete',
          missing_permission.remove ?? above_or_own ?? (is_disabled ? undefined : codeText('disable_first')),
          true,
        ),
      ],
    }
  }
}
