import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { appUsers } from './list.tsx'
import { SelectionActions } from './selection-actions.tsx'

/** The end users of the app (product 3.20). */
export function Component() {
  const t = useMessages('app-users')
  const list = useList(appUsers, undefined)
  const { selection, total, request } = list
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      selectionTools={<SelectionActions selection={selection} total={total} request={request} />}
    />
  )
}
