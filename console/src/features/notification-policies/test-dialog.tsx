import { api } from '@heatfleet/contract/api.ts'
import type { Channel, ChannelTest } from '@heatfleet/contract/notification-policies/channel.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { Problem } from '../../ui/problem.tsx'
import { StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './notifications.module.css'

/** Sends a test message and shows what the other side answered. Mounted = open. */
export function TestDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useMessages('notification-policies')
  const ui = useMessages('ui')
  const change = useChange(api.testChannel)
  const [to, setTo] = useState('')
  const [result, setResult] = useState<ChannelTest | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const has_recipient = channel.kind === 'email' || channel.kind === 'sms'
  const test = () =>
    send(async () => {
      setResult(null)
      setResult(await change.mutateAsync({ params: { id: channel.channel_id }, body: { to } }))
    })
  return (
    <Dialog
      open
      title={t(($) => $.test.title, { name: channel.channel_name })}
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
        {has_recipient && (
          <TextField
            label={t(($) => $.test.to)}
            hint={t(($) => $.test.to_hint)}
            maxLength={200}
            value={to}
            onChange={setTo}
            onEnter={test}
          />
        )}
        {!has_recipient && <span className={css.weak}>{channel.target}</span>}
        <Problem problem={problem} />
        <div role="status">{result !== null && <Result result={result} />}</div>
      </div>
    </Dialog>
  )
}

function Result({ result: { ok, reason, answer, took_ms } }: { result: ChannelTest }) {
  const t = useMessages('notification-policies')
  return (
    <div className={css.fields}>
      <StateChip tone={ok ? 'ok' : 'bad'}>
        {reason === null
          ? t(($) => $.test.ok, { ms: took_ms })
          : t(($) => $.test.failed, { reason: t(($) => $.reasons[reason]) })}
      </StateChip>
      <p className={css.answer}>
        <span className={css.weak}>{t(($) => $.test.answer)}</span>
        <code translate="no">{answer || t(($) => $.test.no_answer)}</code>
      </p>
    </div>
  )
}
