import { api } from '@heatfleet/contract/api.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { Action } from './use-actions.ts'

/** The dialog of one action; all of them are confirmed by typing the distributor's name. */
export const ActionDialog = (props: {
  action: Action
  distributor: Distributor
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) => {
  const { action, distributor, onClose, onDeleted } = props
  const t = useMessages('distributors')
  const notify = useNotify()
  const disable = useChange(api.disableAgent)
  const { agent_id, agent_name: name } = distributor
  const params = { id: agent_id }
  if (action === 'move') return <MoveDialog distributor={distributor} onClose={onClose} />
  if (action === 'delete') return <DeleteDialog distributor={distributor} onClose={onClose} onDeleted={onDeleted} />
  const does = {
    disable: async () => {
      const { sessions_ended } = await disable.mutateAsync({ params, body: { disabled: true } })
      notify.success(t(($) => $.dialogs.disable.done, { name, count: sessions_ended }))
    },
    enable: async () => {
      await disable.mutateAsync({ params, body: { disabled: false } })
      notify.success(t(($) => $.dialogs.enable.done, { name }))
    },
  }
  return (
    <TypedConfirm
      title={t(($) => $.dialogs[action].title, { name })}
      text={t(($) => $.dialogs[action].text)}
      confirm={t(($) => $.dialogs[action].confirm)}
      danger={action !== 'enable'}
      expected={name}
      onClose={onClose}
      onConfirm={does[action]}
    />
  )
}
