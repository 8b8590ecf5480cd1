import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { Link } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { AlarmMark, OnlineMark, StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './products.module.css'
import { VirtualDevices } from './virtual-devices.tsx'

/** Rows shown here; the device list has all. */
const LISTED_MAX = 20

/** Devices of a product, online ones first, and its virtual devices. */
export function DevicesTab({ product }: { product: Product }) {
  return (
    <div className={css.parts}>
      <VirtualDevices product={product} />
      <Devices product_key={product.product_key} />
    </div>
  )
}

function Devices({ product_key }: { product_key: string }) {
  const t = useMessages('products')
  const devices = useMessages('devices')
  const missing_permission = useMissingPermission('product:edit')
  const sending = usePendingRequest()
  const mark = useChange(api.deviceTestBench)
  const read = useRead(api.deviceList, {
    query: { pageNo: 1, size: LISTED_MAX },
    body: { product_key, sort_by: 'online_status', sort_order: 'desc', quick: 'all', include_lower: true },
  })
  if (read.data === undefined)
    return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { list, total } = read.data
  return (
    <Panel
      flush
      title={t(($) => $.devices.title)}
      note={
        total > 0 && (
          <span className={css.tools}>
            <Problem problem={sending.problem} />
            <Link to={`/device/device-list?product_key=${product_key}`}>
              {t(($) => $.devices.all, { count: total })}
            </Link>
          </span>
        )
      }
    >
      <PlainTable
        label={t(($) => $.devices.title)}
        rows={list}
        keyOf={({ mac }: Device) => mac}
        empty={<NeverAny title={t(($) => $.devices.none)} text={t(($) => $.devices.none_hint)} />}
        columns={[
          {
            key: 'name',
            title: devices(($) => $.columns.device_name),
            least_px: 130,
            cell: ({ mac, device_name, simulated, test_bench }) => (
              <span className={css.point}>
                <Link className={css.name} to={`/device/device-detail/${mac}`}>
                  {device_name || mac}
                </Link>
                {simulated && <StateChip tone="neutral">{devices(($) => $.simulated)}</StateChip>}
                {test_bench && <StateChip tone="accent">{t(($) => $.devices.bench)}</StateChip>}
              </span>
            ),
          },
          { key: 'mac', title: 'MAC / IMEI', cell: ({ mac }) => <code className={css.key}>{mac}</code> },
          {
            key: 'online',
            title: devices(($) => $.columns.online_status),
            cell: ({ online_status, last_offline_time }) => (
              <OnlineMark state={online_status} since={last_offline_time} />
            ),
          },
          {
            key: 'alarm',
            title: devices(($) => $.columns.alarm_status),
            cell: ({ alarm_count, alarm_keys, alarm_severity }) => (
              <AlarmMark count={alarm_count} keys={alarm_keys} severity={alarm_severity} />
            ),
          },
          {
            key: 'agent',
            title: devices(($) => $.columns.agent_name),
            least_px: 100,
            cell: ({ agent_name }) => agent_name,
          },
          {
            key: 'reported',
            title: devices(($) => $.columns.last_report_time),
            cell: ({ last_report_time }) => (last_report_time === null ? UNKNOWN : <Age at={last_report_time} />),
          },
          {
            key: 'actions',
            title: t(($) => $.columns.actions),
            actions: true,
            cell: ({ mac, simulated, test_bench }) => (
              <Button
                size="small"
                kind="text"
                title={t(($) => $.devices.bench_hint)}
                busy={sending.busy}
                disabledReason={missing_permission ?? (simulated ? t(($) => $.devices.bench_simulated) : undefined)}
                onClick={() =>
                  sending.send(() => mark.mutateAsync({ query: { mac }, body: { test_bench: !test_bench } }))
                }
              >
                {test_bench ? t(($) => $.devices.bench_end) : t(($) => $.devices.bench_begin)}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  )
}
