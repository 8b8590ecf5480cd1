import { api } from '@heatfleet/contract/api.ts'
import type { Webhook, WebhookTest } from '@heatfleet/contract/webhooks/webhook.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './webhooks.module.css'

/** Makes a test call and shows what the other side answered. Mounted = open. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useMessages('webhooks')
  const ui = useMessages('ui')
  const change = useChange(api.testWebhook)
  const [result, setResult] = useState<WebhookTest | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const test = () =>
    send(async () => {
      setResult(null)
      setResult(await change.mutateAsync({ params: { id: webhook.webhook_id } }))
    })
  return (
    <Dialog
      open
      title={t(($) => $.test.title, { name: webhook.webhook_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.close)}</Button>
          <Button kind="primary" busy={busy} onClick={test}>
            {t(($) => $.test.send)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <p className={css.weak}>{t(($) => $.test.text, { target: webhook.target })}</p>
        <Problem problem={problem} />
        <div role="status">{result !== null && <Result result={result} />}</div>
      </div>
    </Dialog>
  )
}

function Result({ result: { ok, status, reason, answer, took_ms } }: { result: WebhookTest }) {
  const t = useMessages('webhooks')
  // A refusal has its status in the answer already.
  const answered = ok && status !== null ? `${status} ${answer}`.trim() : answer
  return (
    <div className={css.fields}>
      <StateChip tone={ok ? 'ok' : 'bad'}>
        {reason === null
          ? t(($) => $.test.ok, { ms: took_ms })
          : t(($) => $.test.failed, { reason: t(($) => $.reasons[reason]) })}
      </StateChip>
      <p className={css.answer}>
        <span className={css.weak}>{t(($) => $.test.answer)}</span>
        <code translate="no">{answered || t(($) => $.test.no_answer)}</code>
      </p>
    </div>
  )
}
