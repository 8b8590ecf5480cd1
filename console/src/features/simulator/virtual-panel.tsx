import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { VirtualUnit } from '@heatfleet/contract/products/virtual-units.ts'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { formatTime } from '../../ui/format.ts'
import { BoltIcon, RefreshIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { OnlineMark, StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { StartVirtualUnit } from '../products/public.ts'
import { ReplayForm } from './replay-form.tsx'
import css from './simulator.module.css'

const REFETCH_MS = 5_000
const HOUR_MS = 3_600_000
const PRODUCTS = { body: { disabled: false } } as const

/** Virtual devices of all products: started by product, stopped with all they reported. */
export function VirtualPanel() {
  const t = useMessages('simulator')
  const lang = useLanguage()
  const confirm = useConfirm()
  const missing = useMissingPermission('product:simulate')
  const missing_view = useMissingPermission('product:view')
  const may_read = missing_view === undefined
  const { busy, problem, send } = usePendingRequest()
  const [product_key, choose] = useState<string | undefined>(undefined)
  const read = useRead(api.virtualUnitList, {}, { refetchInterval: REFETCH_MS, enabled: may_read })
  const products = useRead(api.productInfo, PRODUCTS, { enabled: may_read })
  const [is_starting, setStarting] = useState(false)
  const [is_replaying, setReplaying] = useState(false)
  const stop = useChange(api.virtualUnitStop)
  if (!may_read) return null
  const published = (products.data?.list ?? []).filter(({ version }) => version !== null)
  const chosen = product_key ?? published[0]?.product_key
  const refresh = () =>
    Promise.all(['device', 'simulator'].map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
  const end = ({ mac, device_name: name }: VirtualUnit) =>
    send(async () => {
      const title = t(($) => $.virtual.stop_title, { name })
      const text = t(($) => $.virtual.stop_text)
      if (!(await confirm({ title, text, confirm: t(($) => $.virtual.stop), danger: true }))) return
      await stop.mutateAsync({ params: { mac } })
      await refresh()
    })
  const nameOf = (key: string) => {
    const product = products.data?.list.find((one) => one.product_key === key)
    return product === undefined ? key : productName(product, lang)
  }
  return (
    <Panel
      flush
      title={t(($) => $.virtual.title)}
      note={
        <span className={css.tools}>
          <Problem problem={problem} />
          <SelectField
            label={t(($) => $.virtual.product)}
            value={chosen}
            onChange={choose}
            options={published.map((product) => ({ value: product.product_key, label: productName(product, lang) }))}
          />
          <Button icon={BoltIcon} disabledReason={missing} onClick={() => setStarting(true)}>
            {t(($) => $.virtual.start)}
          </Button>
          <Button icon={RefreshIcon} disabledReason={missing} onClick={() => setReplaying(true)}>
            {t(($) => $.virtual.replay)}
          </Button>
        </span>
      }
    >
      {is_replaying && <ReplayForm onClose={() => setReplaying(false)} />}
      {is_starting && chosen !== undefined && (
        <Suspense>
          <StartVirtualUnit product_key={chosen} of="published" onClose={() => setStarting(false)} />
        </Suspense>
      )}
      {read.data === undefined ? (
        read.error === null ? (
          <Loading rows={2} />
        ) : (
          <ErrorState error={read.error} needs="product:view" onRetry={() => void read.refetch()} />
        )
      ) : (
        <PlainTable
          label={t(($) => $.virtual.title)}
          rows={read.data}
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
              title: t(($) => $.virtual.columns.name),
              cell: ({ mac, device_name, replay }) => (
                <span className={css.named}>
                  <Link to={`/device/device-detail/${mac}`}>{device_name}</Link>
                  <StateChip tone="neutral">{t(($) => $.virtual.badge)}</StateChip>
                  {replay !== null && (
                    <StateChip tone="accent" shape="turning">
                      {t(($) => $.virtual.replay_of, { ...replay })}
                    </StateChip>
                  )}
                </span>
              ),
            },
            {
              key: 'product',
              title: t(($) => $.virtual.columns.product),
              cell: (unit) => nameOf(unit.product_key),
            },
            {
              key: 'state',
              title: t(($) => $.virtual.columns.state),
              cell: ({ online_status }) => <OnlineMark state={online_status} />,
            },
            { key: 'by', title: t(($) => $.virtual.columns.by), cell: ({ started_by }) => started_by },
            {
              key: 'ends',
              title: t(($) => $.virtual.columns.ends),
              cell: ({ ends_at }) => formatTime(ends_at, lang, 'minute'),
            },
            {
              key: 'actions',
              title: t(($) => $.virtual.columns.actions),
              actions: true,
              cell: (unit) => (
                <Button
                  size="small"
                  busy={busy}
                  disabledReason={missing}
                  label={t(($) => $.virtual.stop_of, { name: unit.device_name })}
                  onClick={() => end(unit)}
                >
                  {t(($) => $.virtual.stop)}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}
