import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReleaseRequest } from '@heatfleet/contract/shipments/releases.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { PlainConfirm, ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { DeviceIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'

type Action = 'released' | 'refused' | 'withdraw'

/** The menu at the end of a request: its unit, the decision, and taking it back. */
export function ReleaseActions({ request }: { request: ReleaseRequest }) {
  const t = useMessages('shipments')
  const navigate = useNavigate()
  const [open, setOpen] = useState<Action | null>(null)
  const missing_release = useMissingPermission('shipment:release')
  const missing_ask = useMissingPermission('shipment:release-ask')
  const missing_unbind = useMissingPermission('binding:unbind')
  const { mac, kind, visible, bound, may_decide, may_withdraw } = request
  const decide = missing_release ?? (may_decide ? undefined : t(($) => $.release.cannot_decide))
  const release =
    decide ??
    (visible
      ? kind === 'binding'
        ? missing_unbind
        : bound
          ? t(($) => $.release.is_bound)
          : undefined
      : t(($) => $.release.hidden))
  const withdraw = missing_ask ?? (may_withdraw ? undefined : t(($) => $.release.cannot_withdraw))
  const item = (key: Action, label: string, disabledReason: string | undefined) => ({
    key,
    label,
    ...(disabledReason === undefined ? {} : { disabledReason }),
    onSelect: () => setOpen(key),
  })
  return (
    <>
      <RowActions
        label={t(($) => $.release.actions_of, { mac })}
        items={[
          {
            key: 'open',
            label: t(($) => $.release.open_unit),
            icon: DeviceIcon,
            ...(visible ? {} : { disabledReason: t(($) => $.release.hidden) }),
            onSelect: () => void navigate(`/device/device-detail/${mac}`),
          },
          item(
            'released',
            t(($) => $.release.grant),
            release,
          ),
          item(
            'refused',
            t(($) => $.release.refuse),
            decide,
          ),
          item(
            'withdraw',
            t(($) => $.release.withdraw),
            withdraw,
          ),
        ]}
      />
      {open === 'withdraw' && <Withdraw request={request} onClose={() => setOpen(null)} />}
      {(open === 'released' || open === 'refused') && (
        <Decide request={request} decision={open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

type DecideProps = { request: ReleaseRequest; decision: 'released' | 'refused'; onClose: () => void }

function Decide({ request: { release_id, kind, mac, asker_name }, decision, onClose }: DecideProps) {
  const t = useMessages('shipments')
  const notify = useNotify()
  const decide = useChange(api.releaseDecide)
  const asker = asker_name ?? t(($) => $.manufacturer)
  const texts = {
    refused: { title: t(($) => $.release.refuse_title, { asker }), text: t(($) => $.release.refuse_text) },
    stock: { title: t(($) => $.release.grant_title, { mac, asker }), text: t(($) => $.release.grant_text) },
    binding: { title: t(($) => $.release.unbind_title, { mac, asker }), text: t(($) => $.release.unbind_text) },
  }[decision === 'refused' ? 'refused' : kind]
  return (
    <ReasonConfirm
      {...texts}
      danger={decision === 'released'}
      confirm={t(($) => $.release[decision === 'refused' ? 'refuse' : 'grant'])}
      max={LIMITS.reason_max}
      onClose={onClose}
      onConfirm={async (answer) => {
        await decide.mutateAsync({ body: { release_id, decision, answer } })
        // What a release moved: the unit, its shipments, its bindings.
        for (const of of ['device', 'shipment', 'binding']) void queryClient.invalidateQueries({ queryKey: [of] })
        notify.success(t(($) => $.release[decision === 'refused' ? 'refused' : 'granted']))
      }}
    />
  )
}

function Withdraw({ request, onClose }: { request: ReleaseRequest; onClose: () => void }) {
  const t = useMessages('shipments')
  const notify = useNotify()
  const withdraw = useChange(api.releaseWithdraw)
  return (
    <PlainConfirm
      title={t(($) => $.release.withdraw_title, { mac: request.mac })}
      text={t(($) => $.release.withdraw_text)}
      confirm={t(($) => $.release.withdraw)}
      onClose={onClose}
      onConfirm={async () => {
        await withdraw.mutateAsync({ body: { release_id: request.release_id } })
        notify.success(t(($) => $.release.withdrawn))
      }}
    />
  )
}
