import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { replacements } from './list.tsx'

/** Replacements of modules, with their undo. */
export function Component() {
  const t = useMessages('replacements')
  return <ListScreen of={useList(replacements, undefined)} title={t(($) => $.title)} />
}
