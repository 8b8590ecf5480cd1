import { api } from '@heatfleet/contract/api.ts'
import type { Shipment } from '@heatfleet/contract/shipments.ts'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useErrorText } from '../../words/error-text.ts'
import { useWords } from '../../words/words.ts'

/** The receiver says that all of a batch has come. */
export function ConfirmButton({ batch }: { batch: Shipment }) {
  const t = useWords('shipments')
  const notify = useNotify()
  const errorText = useErrorText()
  const may = usePermission('shipment:confirm')
  const confirm = useChange(api.confirmReceipt)
  const take = async () => {
    try {
      const { count } = await confirm.mutateAsync({ body: { shipment_id: batch.shipment_id } })
      notify.success(t(($) => $.receipt.done, { count }))
    } catch (error) {
      notify.error(errorText(error).message)
    }
  }
  const right = 'shipment:confirm'
  const reason = may ? (batch.may_confirm ? undefined : t(($) => $.receipt.none)) : t(($) => $.no_right, { right })
  return (
    <Button kind="text" size="small" busy={confirm.isPending} disabledReason={reason} onClick={() => void take()}>
      {t(($) => $.receipt.action)}
    </Button>
  )
}
