import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { type Action, useActions } from './use-actions.ts'

/** What can be done with a distributor, as a menu; what cannot be done tells why. */
export const RowActions = (props: {
  distributor: Distributor
  onDeleted?: () => void
  /** Beside buttons of a page instead of at the end of a row. */
  framed?: boolean
}) => {
  const { distributor, onDeleted, framed = false } = props
  const t = useMessages('distributors')
  const [action, setAction] = useState<Action | null>(null)
  const items = useActions(distributor, setAction)
  const label = t(($) => $.actions.of, { name: distributor.agent_name })
  return (
    <>
      <DropdownMenu
        label={label}
        trigger={(button) => <Button {...(framed ? {} : IN_A_ROW)} icon={MoreIcon} label={label} {...button} />}
        items={items}
      />
      {action !== null && (
        <ActionDialog action={action} distributor={distributor} onClose={() => setAction(null)} onDeleted={onDeleted} />
      )}
    </>
  )
}

const IN_A_ROW = { kind: 'text', size: 'small' } as const
