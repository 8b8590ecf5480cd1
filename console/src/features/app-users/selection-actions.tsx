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
import { useLacks } from './lacks.ts'

/** What can be done with several app users at once: shutting out those who are still let in. */
export function SelectionActions({ selection, onDone }: { selection: Selection<AppUser>; onDone: () => void }) {
  const t = useWords('appUsers')
  const notify = useNotify()
  const disable = useChange(api.disableAppUser)
  const lacks = useLacks('appuser:disable')
  const [asking, setAsking] = useState(false)
  const active =
    selection.kind === 'some' ? [...selection.rows.values()].filter(({ status }) => status === 'active') : []
  const count = active.length
  const reason =
    lacks ??
    (selection.kind === 'all' ? t(($) => $.batch.not_all) : count === 0 ? t(($) => $.batch.none_active) : undefined)
  return (
    <>
      <Button kind="text" size="small" disabledReason={reason} onClick={() => setAsking(true)}>
        {t(($) => $.actions.disable)}
      </Button>
      {asking && (
        <ReasonConfirm
          danger
          title={t(($) => $.batch.title, { count })}
          text={t(($) => $.disable.text)}
          confirm={t(($) => $.batch.confirm, { count })}
          max={LIMITS.reason_max}
          onClose={() => setAsking(false)}
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
