import { api } from '@heatfleet/contract/api.ts'
import type { WebhookCall } from '@heatfleet/contract/webhooks/webhook-call.ts'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { CallDrawer } from './call-drawer.tsx'
import { webhookCalls } from './call-list.tsx'

/** The delivery log: what was called, and what the other side answered. */
export function LogTab({ tabs }: { tabs: ReactNode }) {
  const t = useMessages('webhooks')
  const notify = useNotify()
  const errorText = useErrorText()
  const [copied, copy] = useState<WebhookCall | null>(null)
  const [shown, show] = useState<WebhookCall | null>(null)
  const change = useChange(api.resendWebhookCall)
  const resend = async ({ call_id }: WebhookCall) => {
    await change.mutateAsync({ params: { id: call_id } })
    notify.success(t(($) => $.resend.done))
  }
  // One that was accepted is sent twice only on purpose.
  const onResend = (call: WebhookCall) => {
    if (call.state === 'sent') copy(call)
    else resend(call).catch((error: unknown) => notify.failed(errorText(error)))
  }
  const list = useList(webhookCalls, { onResend, onShow: show })
  return (
    <Page fill title={t(($) => $.title)} note={t(($) => $.note)}>
      {tabs}
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable of={list} onOpen={show} />
      {shown !== null && <CallDrawer id={shown.call_id} onClose={() => show(null)} />}
      {copied !== null && (
        <PlainConfirm
          title={t(($) => $.resend.title)}
          text={t(($) => $.resend.text)}
          confirm={t(($) => $.resend.action)}
          onClose={() => copy(null)}
          onConfirm={() => resend(copied)}
        />
      )}
    </Page>
  )
}
