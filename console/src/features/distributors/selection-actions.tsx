import type { Distributor } from '@heatfleet/contract/distributors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { usePermission } from '../../cloud/session.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useWords } from '../../words/words.ts'
import type { listRequest } from './list-address.ts'

type SelectionProps = { selection: Selection<Distributor>; total: number; request: ReturnType<typeof listRequest> }

/** What can be done with several distributors in the background: closing the console to them, or opening it again. */
export function SelectionActions({ selection, total, request }: SelectionProps) {
  const t = useWords('distributors')
  const errors = useWords('errors')
  const { start, drawer } = useStartBatch()
  const may = usePermission('agent:disable')
  const [asking, setAsking] = useState<'disable' | 'enable' | null>(null)
  const count = countSelected(selection, total)
  const max = LIMITS.batch_objects_max
  const reason = may
    ? count > max
      ? errors(($) => $.batch_too_large, { max })
      : undefined
    : t(($) => $.no_right, { right: 'agent:disable' })
  return (
    <>
      {(['disable', 'enable'] as const).map((deed) => (
        <Button key={deed} kind="text" size="small" disabledReason={reason} onClick={() => setAsking(deed)}>
          {t(($) => $.batch[deed])}
        </Button>
      ))}
      {asking !== null && (
        <TypedConfirm
          danger={asking === 'disable'}
          title={t(($) => $.batch[`${asking}_title`], { count })}
          text={t(($) => $.batch[`${asking}_text`])}
          confirm={t(($) => $.batch[asking])}
          expected={String(count)}
          onClose={() => setAsking(null)}
          onConfirm={() =>
            start({
              deed: `agent-${asking}`,
              which: whichOf(selection, ({ agent_id }) => agent_id, request.body ?? {}),
              input: {},
            })
          }
        />
      )}
      {drawer}
    </>
  )
}
