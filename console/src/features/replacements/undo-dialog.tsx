import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Replacement } from '@heatfleet/contract/replacements/replacements.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'

type Props = { replacement: Replacement; onDone?: (mac: string) => void; onClose: () => void }

/** Gives a unit back its old module. Mounted = open. */
export function UndoDialog({ replacement, onDone, onClose }: Props) {
  const t = useMessages('replacements')
  const notify = useNotify()
  const undo = useChange(api.undoReplacement)
  const { mac, device_name, old_mac, new_mac } = replacement
  return (
    <ReasonConfirm
      danger
      title={t(($) => $.undo.title, { device: device_name || mac })}
      text={t(($) => $.undo.text, { old_mac, new_mac })}
      confirm={t(($) => $.undo.action)}
      max={LIMITS.reason_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        const done = await undo.mutateAsync({ body: { mac, reason } })
        notify.success(t(($) => $.undo.done))
        onDone?.(done.mac)
      }}
    />
  )
}
