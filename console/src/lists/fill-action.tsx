import type { Permission } from '@heatfleet/contract/permissions.ts'
import { useNavigate } from 'react-router'
import { usePermission, useSession } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.tsx'

type FillActionProps = { needs: Permission; label: string } & ({ to: string } | { onPress: () => void })

/** What fills an empty list, offered to those who may; for others the empty list has its text alone. */
export function FillAction(props: FillActionProps) {
  const navigate = useNavigate()
  if (!usePermission(props.needs)) return null
  return (
    <Button icon={PlusIcon} onClick={() => ('to' in props ? void navigate(props.to) : props.onPress())}>
      {props.label}
    </Button>
  )
}

/** What brings units into an empty fleet: their import, or else the first steps of the installation. */
export function FillDevices() {
  const t = useMessages('devices')
  const pathOf = (name: string, menu: ReturnType<typeof useSession.getState>['menu']): string | undefined =>
    menu.flatMap(({ children }) => children).find((entry) => entry.name === name)?.path
  const import_path = useSession(({ menu }) => pathOf('device-import', menu))
  const first_steps = useSession(({ menu }) => pathOf('first-run', menu))
  const may_import = usePermission('device-import:create')
  if (import_path !== undefined && may_import)
    return <FillAction needs="device-import:create" label={t(($) => $.fill.import_units)} to={import_path} />
  return first_steps === undefined ? null : (
    <FillAction needs="system:view" label={t(($) => $.fill.first_steps)} to={first_steps} />
  )
}
