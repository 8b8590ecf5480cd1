import { useNavigate } from 'react-router'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { imports } from './list.tsx'
import { NEW_IMPORT } from './paths.ts'

/** Imports of units (product 3.8): the batches, and the way to another. */
export function Component() {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const missing = useMissingPermission('device-import:create')
  return (
    <ListScreen
      of={useList(imports, undefined)}
      title={t(($) => $.title)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => void navigate(NEW_IMPORT)}>
          {t(($) => $.import)}
        </Button>
      }
    />
  )
}
