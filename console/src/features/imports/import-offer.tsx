import { useNavigate } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { NEW_IMPORT } from './paths.ts'

/** "Import devices", for those who may. The label is the caller's: the first page has no texts of imports. */
export function ImportOffer({ label, kind = 'primary' }: { label: string; kind?: 'primary' | 'default' }) {
  const navigate = useNavigate()
  if (!usePermission('device-import:create')) return null
  return (
    <Button kind={kind} icon={PlusIcon} onClick={() => void navigate(NEW_IMPORT)}>
      {label}
    </Button>
  )
}
