import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { usePointText } from '../../points/point-text.ts'
import { Age } from '../../ui/age.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { ActiveMark, AlarmMark, BusMark, OnlineMark, RecognitionMark, SignalMark } from '../../ui/status.tsx'
import { DeviceSimChip } from '../iccids/public.ts'
import css from './device-detail.module.css'
import type { DeviceView } from './device-view.ts'
import { HealthChip } from './health-chip.tsx'

/** State chips beside the device's name. */
export const DeviceChips = ({ view: { device, definition } }: { view: DeviceView }) => {
  const { nameOf } = usePointText()
  const names = device.alarm_keys.map((key) => {
    const point = definition?.get(key)
    return point === undefined ? key : nameOf(point)
  })
  return (
    <span className={css.chips}>
      <OnlineMark chip long state={device.online_status} since={sinceOf(device)} />
      <SignalMark chip rssi_dbm={device.rssi_dbm} net={device.net} />
      <BusMark chip state={device.bus_status} />
      <RecognitionMark chip state={device.vcard_pk} />
      <DeviceSimChip mac={device.mac} />
      <HealthChip mac={device.mac} />
      {device.alarm_count > 0 && (
        <AlarmMark chip count={device.alarm_count} keys={names} severity={device.alarm_severity} />
      )}
    </span>
  )
}

const sinceOf = (device: DeviceView['device']) =>
  device.online_status === 'online' ? device.online_since : device.last_offline_time

/** Model and identifiers of the device in one muted line. */
export const DeviceIdentity = ({ view: { device, reported_at } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const words = useMessages('devices')
  return (
    <div className={css.identity}>
      <Identifier id={device.mac} />
      <span>{productOf(device, useLanguage())}</span>
      {device.software_version !== '' && (
        <span>{t(($) => $.header.firmware, { version: device.software_version })}</span>
      )}
      <span>{device.agent_id === null ? words(($) => $.stock.yes) : device.agent_chain.join(' / ')}</span>
      <span>
        <ActiveMark active={device.active_status} />
      </span>
      {device.simulated && <span>{t(($) => $.header.simulated)}</span>}
      {device.test_bench && <span>{t(($) => $.header.test_bench)}</span>}
      <span>
        {reported_at === null ? (
          t(($) => $.header.never_reported)
        ) : (
          <>
            {t(($) => $.header.last_report)} <Age at={reported_at} />
          </>
        )}
      </span>
    </div>
  )
}
