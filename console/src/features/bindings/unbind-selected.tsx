import type { Binding, BindingSelection } from '@heatfleet/contract/bindings/device-binder.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { SwitchField } from '../../ui/field-check.tsx'

type Props = {
  selection: Selection<Binding>
  total: number
  filter: Partial<BindingSelection>
  onDone: () => void
}

/** Ends the selected bindings in the background. */
export function UnbindSelected({ selection, total, filter, onDone }: Props) {
  const t = useMessages('bindings')
  const shared = useMessages('shared')
  const missing_permission = useMissingPermission('binding:unbind')
  const { start, drawer } = useStartBatch()
  const [open, setOpen] = useState(false)
  const [notify, setNotify] = useState(true)
  const count = countSelected(selection, total)
  const max = LIMITS.batch_objects_max
  const too_many = count > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined
  return (
    <>
      <Button kind="text" size="small" disabledReason={missing_permission ?? too_many} onClick={() => setOpen(true)}>
        {t(($) => $.unbind_selected.action)}
      </Button>
      {open && (
        <ReasonConfirm
          danger
          title={t(($) => $.unbind_selected.title, { count })}
          text={t(($) => $.unbind_selected.text)}
          confirm={t(($) => $.unbind_selected.action)}
          max={LIMITS.reason_max}
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            const which = whichOf(selection, ({ binding_id }) => binding_id, filter)
            await start({ action: 'binding-unbind', which, input: { reason, notify: notify ? 'yes' : 'no' } })
            onDone()
          }}
        >
          <SwitchField label={t(($) => $.unbind_selected.notify)} checked={notify} onChange={setNotify} />
        </ReasonConfirm>
      )}
      {drawer}
    </>
  )
}
