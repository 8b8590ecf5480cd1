import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReleaseKind } from '@heatfleet/contract/shipments/releases.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'

type Props = {
  kind: ReleaseKind
  macs: readonly string[]
  /** In a cell of a table, where the row says which unit is meant. */
  short?: boolean
}

/** Asks for the release of units that belong to somebody else, with a reason. Nothing where there are none. */
export function AskRelease({ kind, macs, short = false }: Props) {
  const t = useMessages('shipments')
  const missing_permission = useMissingPermission('shipment:release-ask')
  const [open, setOpen] = useState(false)
  const named = [...new Set(macs)].slice(0, LIMITS.release_units_max)
  if (named.length === 0) return null
  const count = named.length
  const title = t(($) => $.release[kind === 'stock' ? 'ask_stock' : 'ask_binding'], { count })
  return (
    <>
      <Button
        kind={short ? 'link' : 'default'}
        size="small"
        disabledReason={missing_permission}
        onClick={() => setOpen(true)}
      >
        {short ? t(($) => $.release.short) : title}
      </Button>
      {open && <AskDialog kind={kind} macs={named} title={title} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { kind: ReleaseKind; macs: readonly string[]; title: string; onClose: () => void }

function AskDialog({ kind, macs, title, onClose }: DialogProps) {
  const t = useMessages('shipments')
  const notify = useNotify()
  const ask = useChange(api.releaseAsk)
  const send = async (reason: string) => {
    const { rows } = await ask.mutateAsync({ body: { kind, macs: [...macs], reason } })
    const sent = rows.filter(({ result }) => result === 'requested').length
    if (sent > 0) notify.success(t(($) => $.release.sent, { count: sent }))
    const results = t(($) => $.release.results, { returnObjects: true })
    for (const [result, why] of Object.entries(results)) {
      const count = rows.filter((row) => row.result === result).length
      if (count > 0) notify.info(t(($) => $.release.not_sent, { count, why }))
    }
  }
  return (
    <ReasonConfirm
      title={title}
      text={t(($) => $.release[kind === 'stock' ? 'text_stock' : 'text_binding'])}
      confirm={t(($) => $.release.confirm)}
      max={LIMITS.reason_max}
      onClose={onClose}
      onConfirm={send}
    />
  )
}
