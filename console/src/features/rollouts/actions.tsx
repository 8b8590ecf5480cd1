import { api } from '@heatfleet/contract/api.ts'
import {
  ROLLOUT_ACTIONS,
  type Rollout,
  type RolloutAction,
  type RunAction,
} from '@heatfleet/contract/rollouts/rollout.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { rolloutPath } from './paths.ts'

const SHOWN = ['reject', 'stop', 'rollback', 'pause', 'retry', 'resume', 'approve', 'start'] as const
/** The step that is expected next in a state is the primary one. */
const PRIMARY: ReadonlySet<RolloutAction> = new Set(['approve', 'start', 'resume'])
/** Nothing is lost by these, so they need no confirmation. */
const AT_ONCE: ReadonlySet<RolloutAction> = new Set(['pause', 'resume', 'retry'])

/** What may be done with a rollout now: what its state allows; a missing right is named. */
export function RolloutActions({ rollout }: { rollout: Rollout }) {
  const t = useMessages('rollouts')
  const notify = useNotify()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<RolloutAction | null>(null)
  const { send, busy } = useSend(rollout)
  const reasons = useReasons(rollout)
  const changed = rollout.counts.done + rollout.counts.failed
  const shown = SHOWN.filter(
    (action) =>
      ROLLOUT_ACTIONS[action].some((state) => state === rollout.state) &&
      (action !== 'retry' || rollout.counts.failed + rollout.counts.expired > 0) &&
      (action !== 'rollback' || (changed > 0 && rollout.of_rollout_id === null && rollout.upgrade === null)),
  )
  return (
    <>
      {shown.map((action) => (
        <Button
          key={action}
          kind={PRIMARY.has(action) ? 'primary' : 'default'}
          busy={busy === action}
          disabledReason={reasons[action]}
          onClick={() => {
            if (!AT_ONCE.has(action)) setAsked(action)
            else void send(action).catch((error: unknown) => notify.failed(errorText(error)))
          }}
        >
          {t(($) => $.actions[action === 'rollback' ? 'rollback_all' : action])}
        </Button>
      ))}
      {asked !== null && (
        <PlainConfirm
          danger={asked === 'stop' || asked === 'reject' || asked === 'rollback'}
          title={t(($) => $.confirm_title[confirmOf(asked)], { name: rollout.name })}
          text={t(($) => $.confirm[confirmOf(asked)])}
          confirm={t(($) => $.actions[asked === 'rollback' ? 'rollback_all' : asked])}
          onClose={() => setAsked(null)}
          onConfirm={() => send(asked)}
        />
      )}
    </>
  )
}

type Confirmed = 'start' | 'stop' | 'reject' | 'rollback' | 'approve'
const confirmOf = (action: RolloutAction): Confirmed =>
  action === 'pause' || action === 'resume' || action === 'retry' ? 'start' : action

const useReasons = ({ own }: Rollout): Partial<Record<RolloutAction, string | undefined>> => {
  const t = useMessages('rollouts')
  const approve = useMissingPermission('rollout:approve')
  const may_own = usePermission('rollout:approve-own')
  const run = useMissingPermission('rollout:run')
  const rollback = useMissingPermission('rollout:rollback')
  return {
    approve: approve ?? (own && !may_own ? t(($) => $.own_approval) : undefined),
    reject: approve,
    start: run,
    pause: run,
    resume: run,
    stop: run,
    retry: run,
    rollback,
  }
}

const isRun = (action: RolloutAction): action is RunAction =>
  action !== 'approve' && action !== 'reject' && action !== 'rollback'

const useSend = ({ rollout_id }: Rollout) => {
  const t = useMessages('rollouts')
  const notify = useNotify()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<RolloutAction | null>(null)
  const approve = useChange(api.rolloutApprove)
  const reject = useChange(api.rolloutReject)
  const run = useChange(api.rolloutRun)
  const rollback = useChange(api.rolloutRollback)
  const params = { id: rollout_id }
  const send = async (action: RolloutAction) => {
    setBusy(action)
    try {
      if (isRun(action)) await run.mutateAsync({ params, body: { action } })
      else if (action === 'approve') await approve.mutateAsync({ params })
      else if (action === 'reject') await reject.mutateAsync({ params })
      else {
        const back = await rollback.mutateAsync({ params, body: {} })
        void navigate(rolloutPath(back.rollout_id))
      }
      notify.success(t(($) => $.done[action]))
    } finally {
      setBusy(null)
    }
  }
  return { send, busy }
}
