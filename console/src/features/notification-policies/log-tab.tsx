import { api } from '@heatfleet/contract/api.ts'
import type { Delivery } from '@heatfleet/contract/notification-policies/delivery.ts'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { deliveries } from './delivery-list.tsx'
import { ResendSelected } from './resend-selected.tsx'

/** The delivery log: what was sent to whom, and what became of it. */
export function LogTab({ tabs }: { tabs: ReactNode }) {
  const t = useMessages('notification-policies')
  const notify = useNotify()
  const errorText = useErrorText()
  const [copied, copy] = useState<Delivery | null>(null)
  const change = useChange(api.resendDelivery)
  const resend = async ({ delivery_id }: Delivery) => {
    await change.mutateAsync({ params: { id: delivery_id } })
    notify.success(t(($) => $.resend.done))
  }
  // One that arrived is sent twice only on purpose.
  const onResend = (delivery: Delivery) => {
    if (delivery.state === 'sent') copy(delivery)
    else resend(delivery).catch((error: unknown) => notify.failed(errorText(error)))
  }
  const list = useList(deliveries, { onResend })
  return (
    <Page fill title={t(($) => $.title)} note={t(($) => $.note)}>
      {tabs}
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable of={list} selectionTools={<ResendSelected list={list} />} />
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
