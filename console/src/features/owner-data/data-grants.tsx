import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { dataGrants } from './list.tsx'

/** Which third parties read data of units, granted by their owners (EU Data Act). */
export function Component() {
  const t = useMessages('owner-data')
  return <ListScreen of={useList(dataGrants, undefined)} title={t(($) => $.title)} />
}
