import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { batchesOf } from './recall-selected.tsx'

/** Recalls units named by their ids, those of them that may be recalled. Mounted = open. */
export function RecallUnits({
  macs,
  onDone,
  onClose,
}: {
  macs: readonly string[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useMessages('shipments')
  const notify = useNotify()
  const recall = useChange(api.recallDevices)
  const { data } = useRead(api.shippedDeviceList, {
    query: { pageNo: 1, size: LIMITS.page_size_max },
    body: { tab: 'shipped', macs: [...macs] },
  })
  const rows = data?.list.filter(({ may_recall }) => may_recall) ?? []
  return (
    <ReasonConfirm
      danger
      title={t(($) => $.recall.title, { count: rows.length })}
      text={t(($) => $.recall.text)}
      confirm={t(($) => $.recall.action)}
      max={LIMITS.reason_max}
      missing={data !== undefined && rows.length === 0 ? t(($) => $.recall.none) : undefined}
      onClose={onClose}
      onConfirm={async (reason) => {
        for (const [shipment_id, some] of batchesOf(rows))
          await recall.mutateAsync({ body: { shipment_id, macs: some, reason } })
        notify.success(t(($) => $.recall.done, { count: rows.length }))
        onDone()
      }}
    />
  )
}
