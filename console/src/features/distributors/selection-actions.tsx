import type { api } from '@heatfleet/contract/api.ts'
import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { WriteMessageDrawer } from '../app-users/public.ts'

type SelectionProps = { selection: Selection<Distributor>; total: number; request: RequestOf<typeof api.agentList> }

const ACTIONS = ['notify', 'disable', 'enable'] as const
type Action = (typeof ACTIONS)[number]

/** What can be done with several distributors in the background: telling their people something, closing the console to them, or opening it again. */
export function SelectionActions({ selection, total, request }: SelectionProps) {
  const t = useMessages('distributors')
  const shared = useMessages('shared')
  const { start, drawer } = useStartBatch()
  const edit_lacks = useMissingPermission('agent:edit')
  const disable_lacks = useMissingPermission('agent:disable')
  const missing_permission = { notify: edit_lacks, disable: disable_lacks, enable: disable_lacks }
  const [asking, setAsking] = useState<Action | null>(null)
  const close = () => setAsking(null)
  const count = countSelected(selection, total)
  const max = LIMITS.batch_objects_max
  const too_many = count > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined
  const which = whichOf(selection, ({ agent_id }) => agent_id, request.body ?? {})
  return (
    <>
      {ACTIONS.map((action) => (
        <Button
          key={action}
          kind="text"
          size="small"
          disabledReason={missing_permission[action] ?? too_many}
          onClick={() => setAsking(action)}
        >
          {t(($) => $.batch[action])}
        </Button>
      ))}
      {asking === 'notify' && (
        <WriteMessageDrawer
          title={t(($) => $.batch.notify_title, { count })}
          hint={t(($) => $.batch.notify_hint)}
          onSend={(input) => start({ action: 'agent-notify', which, input })}
          onClose={close}
        />
      )}
      {(asking === 'disable' || asking === 'enable') && (
        <TypedConfirm
          danger={asking === 'disable'}
          title={t(($) => $.batch[`${asking}_title`], { count })}
          text={t(($) => $.batch[`${asking}_text`])}
          confirm={t(($) => $.batch[asking])}
          expected={String(count)}
          onClose={close}
          onConfirm={() => start({ action: `agent-${asking}`, which, input: {} })}
        />
      )}
      {drawer}
    </>
  )
}
