import { api } from '@heatfleet/contract/api.ts'
import { type Device, isEstimate } from '@heatfleet/contract/devices/devices.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AlarmMark, OnlineMark } from '../../ui/status.tsx'
import { detailPath } from '../devices/public.ts'
import css from './map.module.css'
import { useDistance } from './map-place.ts'

const REFETCH_MS = 15_000

/** What is known of the unit that is open on the map, and the ways to it. */
export function UnitCard({ mac, onClose }: { mac: string; onClose: () => void }) {
  const t = useMessages('map')
  const words = useMessages('devices')
  const lang = useLanguage()
  const distance = useDistance()
  const sees_history = usePermission('history:view')
  const {
    data: device,
    error,
    refetch,
  } = useRead(api.mapDeviceInfo, { query: { mac } }, { refetchInterval: REFETCH_MS })
  const card = useRef<HTMLElement>(null)
  useWatch([mac])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another unit is another card
  useEffect(() => card.current?.focus(), [mac])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  const addressOf = (position: Device['position']) =>
    position === null || position.accuracy_m === null || !isEstimate(position)
      ? position?.address
      : [position.address, t(($) => $.place.estimated, { distance: distance(position.accuracy_m) })]
          .filter((part) => part !== '')
          .join(', ')
  const name = device === undefined ? mac : device.device_name || mac
  return (
    <section ref={card} className={css.card} aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
      <header>
        <h2>{name}</h2>
        <Button kind="text" size="small" icon={CloseIcon} label={t(($) => $.popup.close)} onClick={onClose} />
      </header>
      {device === undefined ? (
        error === null ? (
          <Loading rows={3} />
        ) : (
          <ErrorState error={error} needs="map:view" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <div className={css.chips}>
            <OnlineMark chip state={device.online_status} since={device.online_since ?? device.last_offline_time} />
            <AlarmMark chip count={device.alarm_count} keys={device.alarm_keys} severity={device.alarm_severity} />
          </div>
          <Facts
            least_px={110}
            items={[
              { label: words(($) => $.columns.mac), value: <Identifier id={device.mac} /> },
              {
                label: words(($) => $.columns.product_name),
                value: productName({ name: device.product_name, english_name: device.product_english_name }, lang),
              },
              { label: words(($) => $.columns.agent_name), value: device.agent_name ?? words(($) => $.stock.yes) },
              {
                label: t(($) => $.popup.report),
                value: device.last_report_time === null ? null : <Age at={device.last_report_time} />,
              },
              {
                label: t(($) => $.popup.flow),
                value: device.flow_c === null ? null : `${formatNumber(device.flow_c, 1, lang)} °C`,
              },
              { label: t(($) => $.popup.address), value: addressOf(device.position), wide: true },
            ]}
          />
          <nav className={css.ways} aria-label={name}>
            <Link to={detailPath(mac)}>{t(($) => $.popup.detail)}</Link>
            {sees_history && <Link to={`${detailPath(mac)}?tab=curves`}>{t(($) => $.popup.history)}</Link>}
            {device.position !== null && (
              <a href={`geo:${device.position.lat},${device.position.lon}`}>{t(($) => $.popup.navigate)}</a>
            )}
          </nav>
        </>
      )}
    </section>
  )
}
