import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { VirtualUnit } from '@heatfleet/contract/products/virtual-units.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { BoltIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { OnlineMark, StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './products.module.css'
import { StartVirtualUnit } from './start-virtual-unit.tsx'

const LOOK_AGAIN_MS = 5_000
const HOUR_MS = 3_600_000

/** Virtual devices of the product or its draft: started for a distributor or the stock, removed with their data. */
export function VirtualDevices({ product }: { product: Product }) {
  const t = useMessages('products')
  const confirm = useConfirm()
  const missing_permission = useMissingPermission('product:simulate')
  const product_texts = useMessages('products')
  const start_blocker =
    missing_permission ?? (product.disabled ? product_texts(($) => $.disabled.enable_first) : undefined)
  const { busy, problem, send } = usePendingRequest()
  const { product_key, version, draft } = product
  const read = useRead(api.virtualUnitList, {}, { refetchInterval: LOOK_AGAIN_MS })
  const [starting, setStarting] = useState<VirtualUnit['of'] | null>(null)
  const stop = useChange(api.virtualUnitStop)
  const units = (read.data ?? []).filter((unit) => unit.product_key === product_key)
  const same_as_published = version !== null && (draft === null || draft.changed === 0)
  const no_draft = same_as_published
    ? t(($) => $.publish.nothing)
    : draft === null || draft.point_count === 0
      ? t(($) => $.virtual.no_draft)
      : undefined
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['device'] })
  const end = (unit: VirtualUnit) =>
    send(async () => {
      const title = t(($) => $.virtual.stop_title, { name: unit.device_name })
      const text = t(($) => $.virtual.stop_text)
      if (!(await confirm({ title, text, confirm: t(($) => $.virtual.stop), danger: true }))) return
      await stop.mutateAsync({ params: { mac: unit.mac } })
      await refresh()
    })
  return (
    <Panel
      flush
      title={t(($) => $.virtual.title)}
      note={
        <span className={css.tools}>
          <Problem problem={problem} />
          <Button
            size="small"
            icon={BoltIcon}
            disabledReason={start_blocker ?? (version === null ? t(($) => $.virtual.publish_first) : undefined)}
            onClick={() => setStarting('published')}
          >
            {t(($) => $.virtual.start_published)}
          </Button>
          <Button size="small" disabledReason={start_blocker ?? no_draft} onClick={() => setStarting('draft')}>
            {t(($) => $.virtual.start_draft)}
          </Button>
        </span>
      }
    >
      {starting !== null && (
        <StartVirtualUnit product_key={product_key} of={starting} onClose={() => setStarting(null)} />
      )}
      <PlainTable
        label={t(($) => $.virtual.title)}
        rows={units}
        keyOf={({ mac }) => mac}
        empty={
          <NeverAny
            icon={BoltIcon}
            title={t(($) => $.virtual.none)}
            text={t(($) => $.virtual.none_hint, { hours: LIMITS.virtual_unit_ms / HOUR_MS })}
          />
        }
        columns={[
          {
            key: 'name',
            title: t(($) => $.columns.name),
            cell: ({ mac, device_name }) => (
              <Link className={css.name} to={`/device/device-detail/${mac}`}>
                {device_name}
              </Link>
            ),
          },
          { key: 'mac', title: 'MAC', cell: ({ mac }) => <code className={css.key}>{mac}</code> },
          {
            key: 'of',
            title: t(($) => $.virtual.reads_by),
            cell: ({ of }) => (
              <StateChip tone={of === 'draft' ? 'accent' : 'neutral'}>
                {of === 'draft' ? t(($) => $.versions.draft) : t(($) => $.state.published)}
              </StateChip>
            ),
          },
          {
            key: 'online',
            title: t(($) => $.columns.state),
            cell: ({ online_status }) => <OnlineMark state={online_status} />,
          },
          { key: 'by', title: t(($) => $.virtual.started_by), cell: ({ started_by }) => started_by },
          { key: 'at', title: t(($) => $.virtual.started_at), cell: ({ started_at }) => <Age at={started_at} /> },
          {
            key: 'actions',
            title: t(($) => $.columns.actions),
            actions: true,
            cell: (unit) => (
              <Button size="small" kind="text" busy={busy} disabledReason={start_blocker} onClick={() => end(unit)}>
                {t(($) => $.virtual.stop)}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  )
}
