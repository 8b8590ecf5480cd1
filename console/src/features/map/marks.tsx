import { isEstimate } from '@heatfleet/contract/devices/devices.ts'
import type { MapCluster, MapUnit } from '@heatfleet/contract/map/map.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { PinIcon } from '../../ui/icons.tsx'
import address_css from './address.module.css'
import { fanOf, ringOf, sizeOf, type Worst, worstOfCluster, worstOfUnit } from './cluster-shape.ts'
import { type Place, useDistance } from './map-place.ts'
import css from './marks.module.css'

const RING_PX = 4

/** Units close together: number, ring of states, colour and sign of the worst. */
export function ClusterMark({ cluster, onOpen }: { cluster: MapCluster; onOpen: () => void }) {
  const t = useMessages('map')
  const lang = useLanguage()
  const { count, online, offline, alarm } = cluster
  const size = sizeOf(count)
  const radius = (size - RING_PX) / 2
  const round = 2 * Math.PI * radius
  const worst = worstOfCluster(cluster)
  const states = [
    t(($) => $.states_of.online, { n: online }),
    ...(offline > 0 ? [t(($) => $.states_of.offline, { n: offline })] : []),
    ...(alarm > 0 ? [t(($) => $.states_of.alarm, { n: alarm })] : []),
  ].join(', ')
  const said = t(($) => $.cluster, { count, states })
  let from = 0
  return (
    <button
      type="button"
      className={css.cluster}
      data-worst={worst}
      style={{ inlineSize: size, blockSize: size }}
      aria-label={said}
      title={said}
      onClick={onOpen}
    >
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        {ringOf(cluster).map(({ state, share }) => {
          const drawn = share * round
          const start = from
          from += drawn
          return drawn === 0 ? null : (
            <circle
              key={state}
              className={css.arc}
              data-state={state}
              cx={size / 2}
              cy={size / 2}
              r={radius}
              strokeWidth={RING_PX}
              strokeDasharray={`${drawn} ${round - drawn}`}
              strokeDashoffset={-start}
              transform={`rotate(-90 ${size / 2} ${size / 2})`}
            />
          )
        })}
      </svg>
      <span>{count < 10_000 ? formatNumber(count, 0, lang) : brief(count, lang)}</span>
      {isAlarm(worst) && <Triangle className={css.badge} />}
    </button>
  )
}

const brief = (count: number, lang: string): string =>
  new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 3 }).format(count)

const isAlarm = (worst: Worst): boolean => worst !== 'online' && worst !== 'offline' && worst !== 'never'

type UnitProps = Pick<MapUnit, 'device_name' | 'online_status' | 'alarm_severity' | 'mac' | 'accuracy_m'>

/** One unit: a dot (online), a ring (offline, dashed: never online) or a triangle (alarm). */
export function UnitMark({ unit, open, onOpen }: { unit: UnitProps; open: boolean; onOpen: () => void }) {
  const said = useUnitText()(unit)
  return (
    <button
      type="button"
      className={css.unit}
      data-worst={worstOfUnit(unit)}
      data-estimate={isEstimate(unit) || undefined}
      aria-label={said}
      aria-pressed={open}
      title={said}
      onClick={onOpen}
    >
      <UnitSign worst={worstOfUnit(unit)} />
    </button>
  )
}

/** The sign of a unit, on the map and in the list. */
export const UnitSign = ({ worst }: { worst: Worst }) =>
  isAlarm(worst) ? (
    <Triangle className={css.triangle} worst={worst} />
  ) : (
    <i className={css.dot} data-worst={worst} aria-hidden="true" />
  )

const Triangle = ({ className, worst }: { className: string | undefined; worst?: Worst }) => (
  <svg viewBox="0 0 16 16" className={className} data-worst={worst} aria-hidden="true">
    <path d="M8 1.5 15 14.5H1z" />
    <path d="M8 6v4M8 12v.5" className={css.bang} />
  </svg>
)

/** How a unit is called: its name and its states. */
export const useUnitText = () => {
  const t = useMessages('map')
  const distance = useDistance()
  return ({ device_name, mac, online_status, alarm_severity, accuracy_m }: UnitProps): string => {
    const states = [
      t(($) => $.states[online_status]),
      ...(alarm_severity === null ? [] : [t(($) => $.severity[alarm_severity])]),
      ...(accuracy_m !== null && isEstimate({ accuracy_m })
        ? [t(($) => $.place.estimated, { distance: distance(accuracy_m) })]
        : []),
    ].join(', ')
    return t(($) => $.unit_of, { name: device_name || mac, states })
  }
}

/** Units of one spot around it, with a line to it; further ones are in the list. */
export function Fan(props: {
  units: readonly MapUnit[]
  hidden: number
  opened: string | null
  onOpen: (mac: string) => void
  onClose: () => void
}) {
  const t = useMessages('map')
  const { units, hidden, opened } = props
  const places = fanOf(units.length)
  const reach = Math.max(...places.map(({ x, y }) => Math.hypot(x, y)), 0) + 2
  return (
    <div className={css.fan}>
      <svg
        viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
        width={2 * reach}
        height={2 * reach}
        aria-hidden="true"
      >
        {places.map(({ x, y }) => (
          <line key={`${x} ${y}`} x1={0} y1={0} x2={x} y2={y} />
        ))}
      </svg>
      <button
        type="button"
        className={css.hub}
        aria-label={t(($) => $.fan.close)}
        title={hidden > 0 ? t(($) => $.fan.more, { n: hidden }) : t(($) => $.fan.close)}
        onClick={props.onClose}
      >
        ×
      </button>
      {units.map((unit, at) => (
        <div
          key={unit.mac}
          className={css.ray}
          style={{ translate: `${places[at]?.x ?? 0}px ${places[at]?.y ?? 0}px` }}
        >
          <UnitMark unit={unit} open={unit.mac === opened} onOpen={() => props.onOpen(unit.mac)} />
        </div>
      ))}
    </div>
  )
}

/** A place that was searched for or is proposed, with how exactly it is known. */
export function PlaceMark({ place }: { place: Place }) {
  const t = useMessages('map')
  const distance = useDistance()
  return (
    <div className={address_css.mark}>
      <PinIcon size={28} />
      <span>
        {place.label}
        <br />
        {t(($) => (isEstimate(place) ? $.place.estimated : $.place.within), { distance: distance(place.accuracy_m) })}
      </span>
    </div>
  )
}
