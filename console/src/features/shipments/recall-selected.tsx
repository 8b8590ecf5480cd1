import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { useNotify } from '../../ui/notify.tsx'

/** Recalls what is ticked, or confirms that it has come; batch by batch. */
export function RecallSelected(props: { selection: Selection<ShippedDevice>; onDone: () => void }) {
  const { selection, onDone } = props
  const t = useMessages('shipments')
  const notify = useNotify()
  const errorText = useErrorText()
  const recall_lacks = useMissingPermission('shipment:recall')
  const confirm_lacks = useMissingPermission('shipment:confirm')
  const recall = useChange(api.recallDevices)
  const confirm = useChange(api.confirmReceipt)
  const [asking, setAsking] = useState(false)
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : []
  const to_recall = rows.filter((row) => row.may_recall)
  const to_confirm = rows.filter((row) => row.may_confirm)
  const reasonFor = (missing_permission: string | undefined, some: readonly ShippedDevice[], none: string) => {
    if (missing_permission !== undefined) return missing_permission
    if (selection.kind === 'all') return t(($) => $.recall.tick)
    return some.length === 0 ? none : undefined
  }
  const takeReceipt = async () => {
    try {
      for (const [shipment_id, macs] of batchesOf(to_confirm))
        await confirm.mutateAsync({ body: { shipment_id, macs } })
      notify.success(t(($) => $.receipt.done, { count: to_confirm.length }))
      onDone()
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <>
      <Button
        kind="text"
        size="small"
        busy={confirm.isPending}
        disabledReason={reasonFor(
          confirm_lacks,
          to_confirm,
          t(($) => $.receipt.none),
        )}
        onClick={() => void takeReceipt()}
      >
        {t(($) => $.receipt.action)}
      </Button>
      <Button
        kind="text"
        size="small"
        disabledReason={reasonFor(
          recall_lacks,
          to_recall,
          t(($) => $.recall.none),
        )}
        onClick={() => setAsking(true)}
      >
        {t(($) => $.recall.action)}
      </Button>
      {asking && (
        <ReasonConfirm
          danger
          title={t(($) => $.recall.title, { count: to_recall.length })}
          text={t(($) => $.recall.text)}
          confirm={t(($) => $.recall.action)}
          max={LIMITS.reason_max}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            for (const [shipment_id, macs] of batchesOf(to_recall))
              await recall.mutateAsync({ body: { shipment_id, macs, reason } })
            notify.success(t(($) => $.recall.done, { count: to_recall.length }))
            onDone()
          }}
        />
      )}
    </>
  )
}

/** Units by their batch. */
export const batchesOf = (rows: readonly ShippedDevice[]): Map<number, string[]> => {
  const batches = new Map<number, string[]>()
  for (const { shipment_id, mac } of rows)
    if (shipment_id !== null) batches.set(shipment_id, [...(batches.get(shipment_id) ?? []), mac])
  return batches
}
