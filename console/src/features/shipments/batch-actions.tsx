import { api } from '@heatfleet/contract/api.ts'
import type { Shipment } from '@heatfleet/contract/shipments/shipments.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { CheckIcon, DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useExport } from '../exports/public.ts'

/** What a packing list holds, if nobody chooses otherwise. */
const PACKING_COLUMNS = [
  'mac',
  'product_name',
  'batch_no',
  'receiver_name',
  'order_no',
  'logistics_no',
  'ship_time',
] as const

/** What can be done with a batch: the receiver says that all of it has come; its packing list as a file. */
export function BatchActions({ batch }: { batch: Shipment }) {
  const t = useMessages('shipments')
  const { shipment_id, batch_no, device_count } = batch
  const confirm = useConfirm(batch)
  const packing = useExport({
    kind: 'shipment-list',
    needs: 'shipment:export',
    filter: { shipment_id },
    columns: { shown: PACKING_COLUMNS },
    total: device_count,
    what: t(($) => $.packing_list_of, { batch_no }),
  })
  return (
    <>
      <RowActions
        label={t(($) => $.actions_of, { batch_no })}
        items={[
          { key: 'confirm', label: t(($) => $.receipt.action), icon: CheckIcon, ...confirm },
          {
            key: 'packing',
            label: t(($) => $.packing_list),
            icon: DownloadIcon,
            disabledReason: packing.reason,
            onSelect: packing.ask,
          },
        ]}
      />
      {packing.dialog}
    </>
  )
}

const useConfirm = ({ shipment_id, may_confirm }: Shipment) => {
  const t = useMessages('shipments')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('shipment:confirm')
  const confirm = useChange(api.confirmReceipt)
  const take = async () => {
    try {
      const { count } = await confirm.mutateAsync({ body: { shipment_id } })
      notify.success(t(($) => $.receipt.done, { count }))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return {
    disabledReason: missing_permission ?? (may_confirm ? undefined : t(($) => $.receipt.none)),
    onSelect: () => void take(),
  }
}
