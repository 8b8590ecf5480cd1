import { api } from '@heatfleet/contract/api.ts'
import type { Device, DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { AlarmMark, OnlineMark } from '../../ui/status.tsx'
import css from './distributors.module.css'

/** So many are shown here; the device list has them all. */
const SHOWN = 20

/** What the table is about beside the subtree, and the same as the device list's address has it. */
type Part = { order: Pick<DeviceFilter, 'sort_by' | 'sort_order'> & { alarm_status?: true }; query: string }

/** The first units of a distributor and of all below it, and the way to the others. */
export const UnitsPanel = (props: { agent_id: number; title: string; part: Part; empty: ReactNode }) => {
  const t = useMessages('distributors')
  const columns = useColumns()
  const { agent_id, title, part } = props
  const { data, error, refetch } = useRead(api.deviceList, {
    query: { pageNo: 1, size: SHOWN },
    body: { agent_id, include_lower: true, quick: 'all', ...part.order },
  })
  if (data === undefined)
    return <PendingPanel title={title} error={error} needs="device:view" onRetry={() => void refetch()} />
  return (
    <Panel
      flush
      title={title}
      note={
        data.total > 0 && (
          <Link className={css.link} to={`/device/device-list?agent_id=${agent_id}${part.query}`}>
            {t(($) => $.devices.all, { count: data.total })}
          </Link>
        )
      }
    >
      <PlainTable label={title} columns={columns} rows={data.list} keyOf={({ mac }) => mac} empty={props.empty} />
    </Panel>
  )
}

const useColumns = (): readonly PlainColumn<Device>[] => {
  const words = useMessages('devices')
  const title = (key: 'device_name' | 'agent_name' | 'online_status' | 'alarm_status' | keyof Times) =>
    words(($) => $.columns[key])
  const time = (key: keyof Times): PlainColumn<Device> => ({
    key,
    title: title(key),
    cell: ({ [key]: at }) => (at === null ? UNKNOWN : <Age at={at} />),
  })
  return [
    {
      key: 'name',
      title: title('device_name'),
      least_px: 150,
      cell: ({ mac, device_name }) => (
        <>
          <Link className={css.link} to={`/device/device-detail/${mac}`}>
            {device_name || mac}
          </Link>
          <div className={css.below}>{mac}</div>
        </>
      ),
    },
    { key: 'agent', title: title('agent_name'), least_px: 110, cell: ({ agent_name }) => agent_name ?? UNKNOWN },
    {
      key: 'online',
      title: title('online_status'),
      cell: ({ online_status, last_offline_time }) => <OnlineMark state={online_status} since={last_offline_time} />,
    },
    {
      key: 'alarm',
      title: title('alarm_status'),
      cell: ({ alarm_count, alarm_keys, alarm_severity }) => (
        <AlarmMark count={alarm_count} keys={alarm_keys} severity={alarm_severity} />
      ),
    },
    time('last_alarm_time'),
    time('last_report_time'),
  ]
}

type Times = Pick<Device, 'last_alarm_time' | 'last_report_time'>
