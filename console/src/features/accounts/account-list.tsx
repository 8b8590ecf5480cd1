import { useNavigate } from 'react-router'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useAccountActions } from './account-actions.tsx'
import { useActionItems } from './action-items.ts'
import { accounts } from './list.tsx'
import { accountPath } from './paths.ts'
import { ActionItemsContext } from './row-actions.tsx'
import { SelectionActions } from './selection-actions.tsx'

/** Account management (product 3.29). */
export function Component() {
  const t = useMessages('accounts')
  const navigate = useNavigate()
  const missing = useMissingPermission('account:create')
  const { start, dialogs } = useAccountActions()
  const itemsOf = useActionItems(start)
  const list = useList(accounts, undefined)
  const { selection, total, request } = list
  return (
    <ActionItemsContext value={itemsOf}>
      <ListScreen
        of={list}
        title={t(($) => $.title)}
        emptyAction={<FillAction needs="account:create" label={t(($) => $.actions.create)} to={accountPath('new')} />}
        actions={
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={missing}
            onClick={() => void navigate(accountPath('new'))}
          >
            {t(($) => $.actions.create)}
          </Button>
        }
        selectionTools={<SelectionActions selection={selection} total={total} request={request} />}
      >
        {dialogs}
      </ListScreen>
    </ActionItemsContext>
  )
}
