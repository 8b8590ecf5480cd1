import type { AppUser } from '@heatfleet/contract/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useWords } from '../../words/words.ts'
import { BatchMarks } from './batch-marks.tsx'
import { useLacks } from './lacks.ts'
import type { listRequest } from './list-address.ts'

type SelectionProps = {
  selection: Selection<AppUser>
  total: number
  request: ReturnType<typeof listRequest>
  onDone: () => void
}

/** What can be done with several app users at once: marking them; shutting them out or letting them in, in the background. */
export function SelectionActions({ selection, total, request, onDone }: SelectionProps) {
  const t = useWords('appUsers')
  const errors = useWords('errors')
  const { start, drawer } = useStartBatch()
  const lacks = useLacks('appuser:disable')
  const mark_lacks = useLacks('appuser:mark')
  const [asking, setAsking] = useState<'marks' | 'disable' | 'enable' | null>(null)
  const chosen = selection.kind === 'some' ? [...selection.rows.values()] : []
  const living = chosen.filter(({ status }) => status !== 'erased')
  const count = countSelected(selection, total)
  const max = LIMITS.batch_objects_max
  const reason = lacks ?? (count > max ? errors(($) => $.batch_too_large, { max }) : undefined)
  const mark_reason =
    mark_lacks ??
    (selection.kind === 'all' ? t(($) => $.batch.not_all) : undefined) ??
    (living.length === 0 ? t(($) => $.actions.is_erased) : undefined)
  return (
    <>
      <Button kind="text" size="small" disabledReason={mark_reason} onClick={() => setAsking('marks')}>
        {t(($) => $.actions.mark)}
      </Button>
      {asking === 'marks' && <BatchMarks people={living} onDone={onDone} onClose={() => setAsking(null)} />}
      {(['disable', 'enable'] as const).map((deed) => (
        <Button key={deed} kind="text" size="small" disabledReason={reason} onClick={() => setAsking(deed)}>
          {t(($) => $.actions[deed])}
        </Button>
      ))}
      {(asking === 'disable' || asking === 'enable') && (
        <ReasonConfirm
          danger={asking === 'disable'}
          title={t(($) => $.batch[`${asking}_title`], { count })}
          text={t(($) => (asking === 'disable' ? $.disable.text : $.disable.enable_text))}
          confirm={t(($) => $.actions[asking])}
          max={LIMITS.reason_max}
          onClose={() => setAsking(null)}
          onConfirm={(why) =>
            start({
              deed: `app-user-${asking}`,
              which: whichOf(selection, ({ app_user_id }) => app_user_id, request.body ?? {}),
              input: { reason: why },
            })
          }
        />
      )}
      {drawer}
    </>
  )
}
