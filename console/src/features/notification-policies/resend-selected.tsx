import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { Delivery } from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useNotify } from '../../ui/notify.tsx'

type Props = { list: { selection: Selection<Delivery>; total: number; request: RequestOf<typeof api.deliveryList> } }

/** Sends the selected messages of the log again; of all that match those that did not arrive. */
export function ResendSelected({ list: { selection, total, request } }: Props) {
  const t = useMessages('notification-policies')
  const notify = useNotify()
  const [asks, setAsks] = useState(false)
  const missing = useMissingPermission('notification:edit')
  const change = useChange(api.resendDeliveries)
  const max = NOTIFICATION_LIMITS.resent_max
  const too_many = countSelected(selection, total) > max ? t(($) => $.errors.deliveries_over_limit, { max }) : undefined
  const resend = async () => {
    const { resent, left } = await change.mutateAsync({ body: whichOf(selection, request.body) })
    const done = t(($) => $.resend.many.done, { count: resent })
    notify.success(left === 0 ? done : `${done} ${t(($) => $.resend.many.left, { count: left })}`)
  }
  return (
    <>
      <Button kind="text" size="small" disabledReason={missing ?? too_many} onClick={() => setAsks(true)}>
        {t(($) => $.resend.many.many)}
      </Button>
      {asks && (
        <PlainConfirm
          title={t(($) => $.resend.many.all_title)}
          text={t(($) => (selection.kind === 'all' ? $.resend.many.all_text : $.resend.many.some_text))}
          confirm={t(($) => $.resend.many.many)}
          onClose={() => setAsks(false)}
          onConfirm={resend}
        />
      )}
    </>
  )
}

const whichOf = (selection: Selection<Delivery>, filter: RequestOf<typeof api.deliveryList>['body']) =>
  selection.kind === 'all'
    ? { by: 'filter' as const, filter: filter ?? {}, except: [...selection.except].map(String) }
    : { by: 'ids' as const, ids: [...selection.rows.values()].map(({ delivery_id }) => delivery_id) }
