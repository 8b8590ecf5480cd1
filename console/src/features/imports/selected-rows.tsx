import type { ImportRow } from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { ShipDrawer } from '../shipments/public.ts'
import { LabelDialog } from './label-dialog.tsx'

/** Ships ticked units, or prints their labels. */
export function SelectedRows({ selection }: { selection: Selection<ImportRow> }) {
  const t = useMessages('imports')
  const ship_missing = useMissingPermission('shipment:ship')
  const [open, setOpen] = useState<'ship' | 'labels' | null>(null)
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : []
  const macs = rows.filter(({ online_status }) => online_status !== null).map(({ mac }) => mac)
  const reason =
    selection.kind === 'all' ? t(($) => $.tick_lines) : macs.length === 0 ? t(($) => $.no_units) : undefined
  const over = (max: number) => (macs.length > max ? t(($) => $.over_max, { max }) : undefined)
  const close = () => setOpen(null)
  return (
    <>
      <Button
        kind="text"
        size="small"
        disabledReason={ship_missing ?? reason ?? over(LIMITS.shipment_devices_max)}
        onClick={() => setOpen('ship')}
      >
        {t(($) => $.ship)}
      </Button>
      <Button kind="text" size="small" disabledReason={reason} onClick={() => setOpen('labels')}>
        {t(($) => $.labels.action)}
      </Button>
      {open === 'ship' && <ShipDrawer chosen={macs} onDone={() => {}} onClose={close} />}
      {open === 'labels' && (
        <LabelDialog
          total={macs.length}
          findMacs={(from, count) => Promise.resolve(macs.slice(from, from + count))}
          onClose={close}
        />
      )}
    </>
  )
}
