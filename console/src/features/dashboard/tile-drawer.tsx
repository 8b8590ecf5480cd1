import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useLive } from '../../cloud/live.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { usePointText } from '../../points/point-text.ts'
import { pointName } from '../../points/readings.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { Age } from '../../ui/age.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Loading } from '../../ui/states.tsx'
import { AlarmMark, BusMark, OnlineMark } from '../../ui/status.tsx'
import { devicePath } from './fleet-part.ts'
import css from './monitor.module.css'

// Curves and commands come with the first unit that is opened.
const UnitGlance = lazy(async () => ({ default: (await import('../device-detail/public.ts')).UnitGlance }))

/** A unit of the wall at close range: two hours of curve, its set-points, all values as they come. */
export function TileDrawer({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const live = useLive(device.mac)
  const may_control = usePermission('device:control')
  const { definition } = useDefinition(device.product_key)
  const { textOf } = usePointText()
  const keys = live?.alarm_keys ?? device.alarm_keys
  const path = devicePath(device.mac)
  return (
    <Drawer open title={device.device_name || device.mac} onClose={onClose}>
      <p className={css.drawer_head}>
        <OnlineMark chip state={live?.online_status ?? device.online_status} />
        {keys.length > 0 && (
          <AlarmMark chip count={keys.length} keys={keys} severity={live?.alarm_severity ?? device.alarm_severity} />
        )}
        <BusMark chip state={live?.bus_status ?? device.bus_status} />
      </p>
      <p className={css.drawer_place}>
        <code>{device.mac}</code> · {productOf(device, lang)} · {device.agent_name ?? t(($) => $.agents.stock)}
      </p>
      <nav className={css.drawer_links} aria-label={t(($) => $.monitor.open)}>
        <Link to={path}>{t(($) => $.monitor.detail)}</Link>
        <Link to={`${path}?tab=curves`}>{t(($) => $.monitor.curves)}</Link>
        {may_control && <Link to={`${path}?tab=control`}>{t(($) => $.monitor.control)}</Link>}
      </nav>
      <Suspense fallback={<Loading />}>
        <UnitGlance mac={device.mac} />
      </Suspense>
      {definition === null ? (
        <Loading />
      ) : live === undefined || live.values.size === 0 ? (
        <p className={css.weak}>{t(($) => $.monitor.no_values)}</p>
      ) : (
        <dl className={css.all_values}>
          {[...definition.values()].flatMap((point) => {
            const reading = live.values.get(point.key)
            if (reading === undefined) return []
            const { text, unit } = textOf(point, reading.value)
            return (
              <div key={point.key}>
                <dt>{pointName(point, lang)}</dt>
                <dd>
                  <span>
                    <b>{text}</b> {unit}
                  </span>
                  <Age at={reading.at} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </Drawer>
  )
}
