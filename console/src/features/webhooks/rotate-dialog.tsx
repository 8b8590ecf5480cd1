import { api } from '@heatfleet/contract/api.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import type { Webhook } from '@heatfleet/contract/webhooks/webhook.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './webhooks.module.css'

const OVERLAP_HOURS = 24

/** Makes a new secret, with a time in which both hold. Mounted = open. */
export function RotateDialog(props: {
  webhook: Webhook
  onClose: () => void
  onSecret: (name: string, secret: string) => void
}) {
  const { webhook, onClose, onSecret } = props
  const t = useMessages('webhooks')
  const ui = useMessages('ui')
  const change = useChange(api.rotateWebhookSecret)
  const [hours, setHours] = useState<number | null>(OVERLAP_HOURS)
  const { busy, problem, send } = usePendingRequest()
  const rotate = () =>
    send(async () => {
      const request = { params: { id: webhook.webhook_id }, body: { overlap_hours: hours ?? 0 } }
      onSecret(webhook.webhook_name, (await change.mutateAsync(request)).secret)
    })
  return (
    <Dialog
      open
      title={t(($) => $.secret.rotate_title, { name: webhook.webhook_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} onClick={rotate}>
            {t(($) => $.secret.rotate)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <p className={css.weak}>{t(($) => $.secret.rotate_text)}</p>
        <NumberField
          label={t(($) => $.secret.overlap)}
          hint={t(($) => $.secret.overlap_hint)}
          unit="h"
          min={0}
          max={WEBHOOK_LIMITS.overlap_hours_max}
          value={hours}
          onChange={setHours}
        />
        <Problem problem={problem} />
      </div>
    </Dialog>
  )
}
