import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useNotify } from '../../ui/notify.tsx'
import { ShipDrawer } from './ship-drawer.tsx'

/** Ships what is ticked, on whichever pages it stands. */
export function ShipSelected(props: {
  selection: Selection<ShippedDevice>
  total: number
  request: RequestOf<typeof api.shippedDeviceList>
  onDone: () => void
}) {
  const { selection, total, request, onDone } = props
  const t = useMessages('shipments')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('shipment:ship')
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const max = LIMITS.shipment_devices_max
  const reason =
    missing_permission ?? (countSelected(selection, total) > max ? t(($) => $.ship.over_max, { max }) : undefined)
  const open = async () => {
    setBusy(true)
    try {
      setChosen(await macsOf(selection, request))
    } catch (error) {
      notify.failed(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button kind="text" size="small" busy={busy} disabledReason={reason} onClick={() => void open()}>
        {t(($) => $.ship.selected)}
      </Button>
      {chosen !== null && <ShipDrawer chosen={chosen} onDone={onDone} onClose={() => setChosen(null)} />}
    </>
  )
}

/** The most a page may hold. */
const PAGE = LIMITS.page_size_max

const macsOf = async (
  selection: Selection<ShippedDevice>,
  { body }: RequestOf<typeof api.shippedDeviceList>,
): Promise<string[]> => {
  if (selection.kind === 'some') return [...selection.rows.values()].map(({ mac }) => mac)
  const all: string[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const { list, total } = await call(api.shippedDeviceList, {
      query: { pageNo, size: PAGE },
      ...(body === undefined ? {} : { body }),
    })
    all.push(...list.filter(({ mac }) => !selection.except.has(` ${mac}`)).map(({ mac }) => mac))
    if (pageNo * PAGE >= total || list.length === 0) return all
  }
}
