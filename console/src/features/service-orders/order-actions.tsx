import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { OrderText } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useTicking } from '../../ui/clock.ts'
import { PlainConfirm, ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AssignDrawer } from './assign-drawer.tsx'
import { ResolveDrawer } from './resolve-drawer.tsx'
import { TransferDrawer } from './transfer-drawer.tsx'

/** Records what a call back to the respondent gave. Mounted = open. */
function RevisitDrawer({ order_id: id, onClose }: { order_id: number; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const record = useChange(api.orderRevisit)
  const form = useForm({
    schema: OrderText,
    initial: { text: '' },
    onSave: (body) => record.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.revisit.done))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.revisit.title, { id })} onClose={onClose}>
      <TextAreaField
        label={t(($) => $.revisit.text)}
        hint={t(($) => $.revisit.hint)}
        required
        autoFocus
        rows={6}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('text')}
      />
    </FormDrawer>
  )
}

type OrderDialog = 'assign' | 'transfer' | 'resolve' | 'reopen' | 'revisit' | 'invite'

/** What can be done with an order in its state. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const shared = useMessages('shared')
  const notify = useNotify()
  const [dialog, setDialog] = useState<OrderDialog | null>(null)
  const close = () => setDialog(null)
  const resolve = useChange(api.orderResolve)
  const reopen = useChange(api.orderReopen)
  const invite = useChange(api.orderInvite)
  const may = {
    assign: useMissingPermission('order:assign'),
    transfer: useMissingPermission('order:assign'),
    resolve: useMissingPermission('order:resolve'),
    reopen: useMissingPermission('order:reopen'),
    revisit: useMissingPermission('revisit:record'),
    invite: useMissingPermission('revisit:record'),
  }
  const { order_id: id, resolved_time, answered_time, erased } = order
  // What ticks is told as words.
  const is_over =
    useTicking((now) =>
      resolved_time !== null && now - Date.parse(resolved_time) > ORDER_LIMITS.reopen_ms ? 'over' : '',
    ) === 'over'
  const gone = erased ? shared(($) => $.errors.app_user_erased) : undefined
  const uninvitable =
    order.app_user_id === null
      ? t(($) => $.invite.nobody)
      : order.invited_time === null
        ? undefined
        : t(($) => $.invite.invited)
  const button = (name: OrderDialog, refused: string | undefined, primary = false) => (
    <Button
      kind={primary ? 'primary' : 'default'}
      disabledReason={may[name] ?? refused}
      onClick={() => setDialog(name)}
    >
      {t(($) => $.actions[name])}
    </Button>
  )
  return (
    <>
      {order.status === 'unresolved' ? (
        <>
          {button('assign', undefined)}
          {order.levels_max > 0 && button('transfer', undefined)}
          {button('resolve', answered_time === null ? t(($) => $.resolve.unanswered) : undefined, true)}
        </>
      ) : (
        <>
          {button('reopen', gone ?? (is_over ? t(($) => $.reopen.over) : undefined))}
          {button('revisit', gone)}
          {order.rating === null && button('invite', gone ?? uninvitable)}
        </>
      )}
      {dialog === 'assign' && <AssignDrawer order={order} onClose={close} />}
      {dialog === 'revisit' && <RevisitDrawer order_id={id} onClose={close} />}
      {dialog === 'transfer' && <TransferDrawer order={order} onClose={close} />}
      {dialog === 'resolve' && order.fault_code !== null && (
        <ResolveDrawer order={order} code={order.fault_code} onClose={close} />
      )}
      {dialog === 'resolve' && order.fault_code === null && (
        <PlainConfirm
          title={t(($) => $.resolve.title, { id })}
          text={t(($) => $.resolve.text)}
          confirm={t(($) => $.actions.resolve)}
          onClose={close}
          onConfirm={async () => {
            await resolve.mutateAsync({ params: { id }, body: {} })
            notify.success(t(($) => $.resolve.done))
          }}
        />
      )}
      {dialog === 'invite' && (
        <PlainConfirm
          title={t(($) => $.invite.title, { id })}
          text={t(($) => $.invite.text)}
          confirm={t(($) => $.actions.invite)}
          onClose={close}
          onConfirm={async () => {
            await invite.mutateAsync({ params: { id } })
            notify.success(t(($) => $.invite.done))
          }}
        />
      )}
      {dialog === 'reopen' && (
        <ReasonConfirm
          title={t(($) => $.reopen.title, { id })}
          text={t(($) => $.reopen.text)}
          confirm={t(($) => $.actions.reopen)}
          max={LIMITS.reason_max}
          onClose={close}
          onConfirm={async (reason) => {
            await reopen.mutateAsync({ params: { id }, body: { reason } })
            notify.success(t(($) => $.reopen.done))
          }}
        />
      )}
    </>
  )
}
