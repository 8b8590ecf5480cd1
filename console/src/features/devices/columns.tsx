import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useMemo } from 'react'
import type { Language } from '../../messages/language-code.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { Identifier } from '../../ui/identifier.tsx'
import type { DeviceWords } from './device-words.ts'
import { FavouriteCell } from './favourite-cell.tsx'
import { AlarmCell, BusCell, FlowCell, ReportCell, SignalCell, StatusCell } from './live-cells.tsx'
import { NameCell } from './name-cell.tsx'
import { ActiveCell, MonoCell, RecognitionCell, TextCell } from './plain-cells.tsx'

export type DeviceColumn = Column<Device>

/** All columns of the device list in the order of product 3.7; those without `by_default` are there from the start. */
export const useDeviceColumns = (): readonly DeviceColumn[] => {
  const t = useMessages('devices')
  const language = useLanguage()
  // The words change with the language alone; a new table redraws every row.
  return useMemo(() => columnsIn(t, language), [t, language])
}

const columnsIn = (t: DeviceWords, language: Language): readonly DeviceColumn[] => [
  {
    key: 'mac',
    title: t(($) => $.columns.mac),
    width_px: 130,
    fixed: 'start',
    always: true,
    sort_key: 'mac',
    cell: (device) => <Identifier id={device.mac} inTable />,
    plain: (device) => device.mac,
  },
  {
    key: 'device_name',
    title: t(($) => $.columns.device_name),
    width_px: 224,
    fixed: 'start',
    grows: true,
    always: true,
    sort_key: 'device_name',
    cell: (device) => <NameCell device={device} t={t} />,
    plain: (device) => device.device_name,
  },
  {
    key: 'product_name',
    title: t(($) => $.columns.product_name),
    width_px: 112,
    sort_key: 'product_name',
    cell: (device) => {
      const name = productOf(device, language)
      return <TextCell text={name} hint={`${name} · ${device.product_key}`} />
    },
    plain: (device) => productOf(device, language),
  },
  {
    key: 'product_key',
    title: t(($) => $.columns.product_key),
    width_px: 130,
    by_default: false,
    cell: (device) => <MonoCell text={device.product_key} />,
    plain: (device) => device.product_key,
  },
  {
    key: 'online_status',
    title: t(($) => $.columns.online_status),
    width_px: 114,
    sort_key: 'online_status',
    cell: (device) => <StatusCell device={device} t={t} />,
    plain: (device) => t(($) => $.online[device.online_status]),
  },
  {
    key: 'alarm_status',
    title: t(($) => $.columns.alarm_status),
    width_px: 76,
    sort_key: 'last_alarm_time',
    cell: (device) => <AlarmCell device={device} />,
    plain: (device) => device.alarm_keys.join(' '),
  },
  {
    key: 'flow_c',
    title: t(($) => $.columns.flow_c),
    width_px: 60,
    align: 'end',
    cell: (device) => <FlowCell device={device} />,
    unit: '°C',
    plain: (device) => device.flow_c,
  },
  {
    key: 'vcard_pk',
    title: t(($) => $.columns.vcard_pk),
    width_px: 110,
    cell: (device) => <RecognitionCell device={device} t={t} />,
    plain: (device) => t(($) => $.recognition[device.vcard_pk]),
  },
  {
    key: 'identify_status',
    title: t(($) => $.columns.identify_status),
    width_px: 110,
    by_default: false,
    cell: (device) => <TextCell text={t(($) => $.recognition[device.identify_status])} />,
    plain: (device) => t(($) => $.recognition[device.identify_status]),
  },
  {
    key: 'active_status',
    title: t(($) => $.columns.active_status),
    width_px: 96,
    cell: (device) => <ActiveCell device={device} t={t} />,
    plain: (device) => (device.active_status ? t(($) => $.active.yes) : t(($) => $.active.no)),
  },
  {
    key: 'agent_name',
    title: t(($) => $.columns.agent_name),
    width_px: 84,
    sort_key: 'agent_name',
    cell: (device) => <TextCell text={device.agent_name} />,
    plain: (device) => device.agent_name,
  },
  {
    key: 'software_version',
    title: t(($) => $.columns.software_version),
    width_px: 66,
    sort_key: 'software_version',
    cell: (device) => <MonoCell text={device.software_version} />,
    plain: (device) => device.software_version,
  },
  {
    key: 'last_report_time',
    title: t(($) => $.columns.last_report_time),
    width_px: 84,
    sort_key: 'last_report_time',
    cell: (device) => <ReportCell device={device} />,
    plain: (device) => device.last_report_time,
  },
  timeColumn(t, 'last_online_time', true),
  {
    key: 'hardware_version',
    title: t(($) => $.columns.hardware_version),
    width_px: 100,
    by_default: false,
    cell: (device) => <MonoCell text={device.hardware_version} />,
    plain: (device) => device.hardware_version,
  },
  {
    key: 'module_type',
    title: t(($) => $.columns.module_type),
    width_px: 84,
    by_default: false,
    cell: (device) => <MonoCell text={device.module_type} />,
    plain: (device) => device.module_type,
  },
  {
    key: 'module_version',
    title: t(($) => $.columns.module_version),
    width_px: 84,
    by_default: false,
    cell: (device) => <MonoCell text={device.module_version} />,
    plain: (device) => device.module_version,
  },
  timeColumn(t, 'first_online_time', false),
  {
    key: 'online_times',
    title: t(($) => $.columns.online_times),
    width_px: 104,
    align: 'end',
    by_default: false,
    sort_key: 'online_times',
    cell: (device) => device.online_times,
    plain: (device) => device.online_times,
  },
  { ...timeColumn(t, 'last_offline_time', false), sort_key: undefined },
  timeColumn(t, 'last_alarm_time', false),
  {
    key: 'position',
    title: t(($) => $.columns.position),
    width_px: 180,
    by_default: false,
    cell: (device) => <TextCell text={positionOf(device)} />,
    plain: positionOf,
  },
  {
    key: 'import_tag',
    title: t(($) => $.columns.import_tag),
    width_px: 110,
    by_default: false,
    cell: (device) => <TextCell text={device.import_tag} />,
    plain: (device) => device.import_tag,
  },
  timeColumn(t, 'import_time', false),
  {
    key: 'import_count',
    title: t(($) => $.columns.import_count),
    width_px: 84,
    align: 'end',
    by_default: false,
    cell: (device) => device.import_count,
    plain: (device) => device.import_count,
  },
  {
    key: 'imported_user',
    title: t(($) => $.columns.imported_user),
    width_px: 110,
    by_default: false,
    cell: (device) => <TextCell text={device.imported_user} />,
    plain: (device) => device.imported_user,
  },
  {
    key: 'bus_status',
    title: t(($) => $.columns.bus_status),
    width_px: 90,
    by_default: false,
    cell: (device) => <BusCell device={device} />,
    plain: (device) => t(($) => $.bus[device.bus_status]),
  },
  {
    key: 'rssi_dbm',
    title: t(($) => $.columns.signal),
    width_px: 150,
    by_default: false,
    cell: (device) => <SignalCell device={device} />,
    unit: 'dBm',
    plain: (device) => device.rssi_dbm,
  },
  {
    key: 'net',
    title: t(($) => $.columns.net),
    width_px: 80,
    by_default: false,
    cell: (device) => t(($) => $.net[device.net]),
    plain: (device) => t(($) => $.net[device.net]),
  },
  {
    key: 'info_pk',
    title: t(($) => $.columns.info_pk),
    width_px: 130,
    by_default: false,
    cell: (device) => <MonoCell text={device.info_pk} />,
    plain: (device) => device.info_pk,
  },
  {
    key: 'dtu_default_pk',
    title: t(($) => $.columns.dtu_default_pk),
    width_px: 130,
    by_default: false,
    cell: (device) => <MonoCell text={device.dtu_default_pk} />,
    plain: (device) => device.dtu_default_pk,
  },
  {
    key: 'iccid',
    title: t(($) => $.columns.iccid),
    width_px: 190,
    by_default: false,
    cell: (device) => <Identifier id={device.iccid} inTable />,
    plain: (device) => device.iccid,
  },
  {
    key: 'favourite',
    title: t(($) => $.quick.favourites),
    width_px: 34,
    fixed: 'end',
    always: true,
    bare: true,
    cell: (device) => <FavouriteCell device={device} t={t} />,
  },
]

type TimeKey = 'last_online_time' | 'first_online_time' | 'last_offline_time' | 'last_alarm_time' | 'import_time'

/** A moment as its age, exact on hover; exact in CSV. */
const timeColumn = (t: DeviceWords, key: TimeKey, by_default: boolean): DeviceColumn => ({
  key,
  title: t(($) => $.columns[key]),
  width_px: 84,
  by_default,
  sort_key: key,
  cell: (device) => <Age at={device[key]} />,
  plain: (device) => device[key],
})

const positionOf = ({ position }: Device): string | null => {
  if (position === null) return null
  return position.address === '' ? `${position.lat.toFixed(4)}, ${position.lon.toFixed(4)}` : position.address
}
