import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLLOUT_ACTIONS, type Rollout, type RolloutUnit } from '@heatfleet/contract/rollouts/rollout.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { useNotify } from '../../ui/notify.tsx'
import { rolloutPath } from './paths.ts'

/** Gives the ticked units their old values back. */
export function RollbackSelected({ rollout, selection }: { rollout: Rollout; selection: Selection<RolloutUnit> }) {
  const t = useMessages('rollouts')
  const shared = useMessages('shared')
  const notify = useNotify()
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('rollout:rollback')
  const rollback = useChange(api.rolloutRollback)
  const [asking, setAsking] = useState(false)
  const macs = selection.kind === 'some' ? [...selection.rows.keys()] : null
  const max = LIMITS.filter_ids_max
  const possible = ROLLOUT_ACTIONS.rollback.some((state) => state === rollout.state)
  const reason =
    missing_permission ??
    (possible ? undefined : t(($) => $.rollback_when)) ??
    // All that match is the whole rollout, whose button stands above.
    (macs === null ? t(($) => $.rollback_ticked) : undefined) ??
    ((macs?.length ?? 0) > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined)
  return (
    <>
      <Button kind="text" size="small" disabledReason={reason} onClick={() => setAsking(true)}>
        {t(($) => $.actions.rollback_selected)}
      </Button>
      {asking && macs !== null && (
        <PlainConfirm
          danger
          title={t(($) => $.confirm_title.rollback_selected, { count: macs.length })}
          text={t(($) => $.confirm.rollback)}
          confirm={t(($) => $.actions.rollback_selected)}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const back = await rollback.mutateAsync({ params: { id: rollout.rollout_id }, body: { macs } })
            notify.success(t(($) => $.done.rollback))
            void navigate(rolloutPath(back.rollout_id))
          }}
        />
      )}
    </>
  )
}
