import { api } from '@heatfleet/contract/api.ts'
import { type Device, isEstimate } from '@heatfleet/contract/devices/devices.ts'
import { newOrderPath } from '@heatfleet/contract/service-orders/limits.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { useUnitValues } from '../../schematic/use-unit-values.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
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
  const distance = useDistance()
  const sees_history = usePermission('history:view')
  const may_order = usePermission('order:create')
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
            {device.alarm_count > 0 && (
              <AlarmMark chip count={device.alarm_count} keys={device.alarm_keys} severity={device.alarm_severity} />
            )}
          </div>
          <UnitFacts device={device} address={addressOf(device.position)} />
          <nav className={css.ways} aria-label={name}>
            <Link to={detailPath(mac)}>{t(($) => $.popup.detail)}</Link>
            {sees_history && <Link to={`${detailPath(mac)}?tab=curves`}>{t(($) => $.popup.history)}</Link>}
            {may_order && <Link to={newOrderPath(mac)}>{t(($) => $.popup.order)}</Link>}
            {device.position !== null && <RouteLink {...device.position} />}
          </nav>
        </>
      )}
    </section>
  )
}

/** The way to a unit: by the service of the settings, else by what the browser has for it. */
function RouteLink({ lat, lon }: { lat: number; lon: number }) {
  const t = useMessages('map')
  const { data } = useRead(api.mapSettings, undefined, { staleTime: Number.POSITIVE_INFINITY })
  const url = data?.route_url ?? null
  const text = t(($) => $.popup.navigate)
  if (url === null) return <a href={`geo:${lat},${lon}`}>{text}</a>
  return (
    <a href={url.replaceAll('{lat}', String(lat)).replaceAll('{lon}', String(lon))} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** What the unit is, and what it does now: temperatures come by the socket, the flow of the newest report until then. */
function UnitFacts({ device, address }: { device: Device; address: string | undefined }) {
  const t = useMessages('map')
  const words = useMessages('devices')
  const lang = useLanguage()
  const { live, read, textOf } = useUnitValues(device)
  const temperature = (quantity: 't_out' | 't_in' | 't_amb', value = read(quantity)) => {
    if (value === undefined) return null
    const { text, unit } = textOf(quantity, value)
    return `${text} ${unit || '°C'}`
  }
  const at = live?.at ?? device.last_report_time
  return (
    <Facts
      least_px={110}
      items={[
        { label: words(($) => $.columns.mac), value: <Identifier id={device.mac} /> },
        {
          label: words(($) => $.columns.product_name),
          value: productName({ name: device.product_name, english_name: device.product_english_name }, lang),
        },
        { label: words(($) => $.columns.agent_name), value: device.agent_name ?? words(($) => $.stock.yes) },
        { label: t(($) => $.popup.report), value: at === null ? null : <Age at={at} /> },
        { label: t(($) => $.popup.flow), value: temperature('t_out', read('t_out') ?? device.flow_c ?? undefined) },
        { label: t(($) => $.popup.return), value: temperature('t_in') },
        { label: t(($) => $.popup.outdoor), value: temperature('t_amb') },
        { label: t(($) => $.popup.address), value: address, wide: true },
      ]}
    />
  )
}
