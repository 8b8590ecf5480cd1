import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { createContext, useContext } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EditIcon, EyeIcon, MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import type { ActionItems } from './action-items.ts'
import { accountPath } from './paths.ts'

/** Actions of a row; a context, so that the columns stay the same while the list changes. */
export const ActionItemsContext = createContext<((account: Account) => ActionItems) | null>(null)

/** The menu at the end of a row (product 3.29). */
export function RowActions({ account }: { account: Account }) {
  const t = useMessages('accounts')
  const navigate = useNavigate()
  const items = useContext(ActionItemsContext)?.(account)
  if (items === undefined) return null
  const label = t(($) => $.actions.of, { name: account.user_name })
  return (
    <DropdownMenu
      label={label}
      trigger={(button) => <Button kind="text" size="small" icon={MoreIcon} label={label} {...button} />}
      items={[
        {
          key: 'open',
          label: t(($) => $.actions.open),
          icon: EditIcon,
          onSelect: () => void navigate(accountPath(account.uid)),
        },
        { ...items.view_as, icon: EyeIcon },
        { key: 'access', divider: true },
        ...items.access,
        { key: 'end', divider: true },
        ...items.end,
      ]}
    />
  )
}
