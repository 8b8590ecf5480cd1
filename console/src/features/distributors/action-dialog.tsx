import { api } from '@heatfleet/contract/api.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { Deed } from './use-actions.ts'

/** The dialog of one deed; all of them are confirmed by typing the distributor's name. */
export const ActionDialog = (props: {
  deed: Deed
  distributor: Distributor
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) => {
  const { deed, distributor, onClose, onDeleted } = props
  const t = useMessages('distributors')
  const notify = useNotify()
  const disable = useChange(api.disableAgent)
  const { agent_id, agent_name: name } = distributor
  const params = { id: agent_id }
  if (deed === 'move') return <MoveDialog distributor={distributor} onClose={onClose} />
  if (deed === 'delete') return <DeleteDialog distributor={distributor} onClose={onClose} onDeleted={onDeleted} />
  const does = {
    disable: async () => {
      const { sessions_ended } = await disable.mutateAsync({ params, body: { disabled: true } })
      notify.success(t(($) => $.deeds.disable.done, { name, count: sessions_ended }))
    },
    enable: async () => {
      await disable.mutateAsync({ params, body: { disabled: false } })
      notify.success(t(($) => $.deeds.enable.done, { name }))
    },
  }
  return (
    <TypedConfirm
      title={t(($) => $.deeds[deed].title, { name })}
      text={t(($) => $.deeds[deed].text)}
      confirm={t(($) => $.deeds[deed].confirm)}
      danger={deed !== 'enable'}
      expected={name}
      onClose={onClose}
      onConfirm={does[deed]}
    />
  )
}
