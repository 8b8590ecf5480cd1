import { api } from '@heatfleet/contract/api.ts'
import type { Webhook } from '@heatfleet/contract/webhooks/webhook.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { DateTimeField } from '../../ui/field-date-time.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './webhooks.module.css'

const DAY_MS = 86_400_000

/** Calls again for what happened in a time; the last day is offered. Mounted = open. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useMessages('webhooks')
  const ui = useMessages('ui')
  const notify = useNotify()
  const now_ms = useNow()
  const change = useChange(api.replayWebhook)
  const [from, setFrom] = useState<number | null>(now_ms - DAY_MS)
  const [to, setTo] = useState<number | null>(now_ms)
  const [with_sent, setWithSent] = useState(false)
  const { busy, problem, send } = usePendingRequest()
  const replay = () =>
    send(async () => {
      if (from === null || to === null) return
      const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      const { queued } = await change.mutateAsync({
        params: { id: webhook.webhook_id },
        body: { ...period, with_sent },
      })
      notify.success(queued === 0 ? t(($) => $.replay.nothing) : t(($) => $.replay.done, { count: queued }))
      onClose()
    })
  return (
    <Dialog
      open
      title={t(($) => $.replay.title, { name: webhook.webhook_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={from === null || to === null ? t(($) => $.replay.period) : undefined}
            onClick={replay}
          >
            {t(($) => $.replay.send)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <p className={css.weak}>{t(($) => $.replay.text)}</p>
        <FormGrid least_px={200}>
          <DateTimeField label={t(($) => $.replay.from)} value={from} onChange={setFrom} />
          <DateTimeField label={t(($) => $.replay.to)} value={to} onChange={setTo} />
        </FormGrid>
        <CheckboxField label={t(($) => $.replay.with_sent)} checked={with_sent} onChange={setWithSent} />
        <Problem problem={problem} />
      </div>
    </Dialog>
  )
}
