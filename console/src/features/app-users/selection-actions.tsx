import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { useNotify } from '../../ui/notify.tsx'
import { useWords } from '../../words/words.ts'
import { BatchMarks } from './batch-marks.tsx'
import { useLacks } from './lacks.ts'

/** What can be done with several app users at once: marking them, shutting out those who are still let in. */
export function SelectionActions({ selection, onDone }: { selection: Selection<AppUser>; onDone: () => void }) {
  const t = useWords('appUsers')
  const notify = useNotify()
  const disable = useChange(api.disableAppUser)
  const lacks = useLacks('appuser:disable')
  const mark_lacks = useLacks('appuser:mark')
  const [asking, setAsking] = useState<'marks' | 'disable' | null>(null)
  const chosen = selection.kind === 'some' ? [...selection.rows.values()] : []
  const active = chosen.filter(({ status }) => status === 'active')
  const living = chosen.filter(({ status }) => status !== 'erased')
  const count = active.length
  const all = selection.kind === 'all' ? t(($) => $.batch.not_all) : undefined
  const reason = lacks ?? all ?? (count === 0 ? t(($) => $.batch.none_active) : undefined)
  const mark_reason = mark_lacks ?? all ?? (living.length === 0 ? t(($) => $.actions.is_erased) : undefined)
  return (
    <>
      <Button kind="text" size="small" disabledReason={mark_reason} onClick={() => setAsking('marks')}>
        {t(($) => $.actions.mark)}
      </Button>
      {asking === 'marks' && <BatchMarks people={living} onDone={onDone} onClose={() => setAsking(null)} />}
      <Button kind="text" size="small" disabledReason={reason} onClick={() => setAsking('disable')}>
        {t(($) => $.actions.disable)}
      </Button>
      {asking === 'disable' && (
        <ReasonConfirm
          danger
          title={t(($) => $.batch.title, { count })}
          text={t(($) => $.disable.text)}
          confirm={t(($) => $.batch.confirm, { count })}
          max={LIMITS.reason_max}
          onClose={() => setAsking(null)}
          onConfirm={async (why) => {
            // One after the other: what was done stays done when one is refused.
            for (const { app_user_id } of active)
              await disable.mutateAsync({ params: { id: app_user_id }, body: { disabled: true, reason: why } })
            notify.success(t(($) => $.disable.done))
            onDone()
          }}
        />
      )}
    </>
  )
}
