import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { MapFilter } from '@heatfleet/contract/map/map.ts'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { PinIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { worstOfUnit } from './cluster-shape.ts'
import css from './map.module.css'
import { SIDES, type Side } from './map-list.tsx'
import { UnitSign, useUnitText } from './marks.tsx'
import { Unplaced } from './unplaced.tsx'

type Seen = ResultOf<typeof api.mapList>
type SideProps = {
  side: Side
  onSide: (side: Side) => void
  seen: Seen | undefined
  error: unknown
  onRetry: () => void
  filter: Partial<MapFilter>
  /** Address of the device list with the same units. */
  list_path: string
  opened: string | null
  onOpen: (mac: string) => void
  /** What is proposed for a unit without position. */
  placing: Pick<ComponentProps<typeof Unplaced>, 'geocoder' | 'place' | 'onPlace'>
}

/** The units of the map as lists: those of the view, and those that stand nowhere yet. The same without a map. */
export function MapSide({ side, onSide, filter, placing, ...props }: SideProps) {
  const t = useMessages('map')
  const lang = useLanguage()
  const unplaced = useRead(api.deviceList, unplacedRequest(filter), { placeholder: 'keep' })
  const badges = { in_view: props.seen?.in_view, unplaced: unplaced.data?.total }
  return (
    <aside className={css.side} aria-label={t(($) => $.list.label)}>
      <Tabs
        label={t(($) => $.list.label)}
        value={side}
        onChange={onSide}
        items={SIDES.map((key) => ({
          key,
          label: t(($) => $.list[key]),
          badge: badges[key] === undefined ? undefined : formatNumber(badges[key], 0, lang),
        }))}
      />
      <div className={side === 'in_view' ? css.rows : css.scroll} role="tabpanel" aria-label={t(($) => $.list[side])}>
        {side === 'in_view' ? <InView {...props} /> : <Unplaced read={unplaced} filter={filter} {...placing} />}
      </div>
    </aside>
  )
}

const UNPLACED_SHOWN = 50
const unplacedRequest = (filter: Partial<MapFilter>): RequestOf<typeof api.deviceList> => ({
  query: { pageNo: 1, size: UNPLACED_SHOWN },
  body: { ...filter, has_position: false },
})

function InView({
  seen,
  error,
  onRetry,
  list_path,
  opened,
  onOpen,
}: Omit<SideProps, 'side' | 'onSide' | 'filter' | 'placing'>) {
  const t = useMessages('map')
  const textOf = useUnitText()
  if (seen === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="map:view" onRetry={onRetry} />
  if (seen.in_view === 0)
    return <NeverAny icon={PinIcon} title={t(($) => $.list.none_in_view)} text={t(($) => $.list.none_hint)} />
  return (
    <>
      <ul>
        {seen.units.map((unit) => (
          <li key={unit.mac}>
            <button type="button" aria-pressed={unit.mac === opened} onClick={() => onOpen(unit.mac)}>
              <UnitSign worst={worstOfUnit(unit)} />
              <span>{unit.device_name || unit.mac}</span>
              <small aria-hidden="true">{unit.mac.slice(-6)}</small>
              <span className="hf-hidden">{textOf(unit)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={css.more}>
        {seen.in_view > seen.units.length && t(($) => $.list.first, { count: seen.units.length, total: seen.in_view })}{' '}
        <Link to={list_path}>{t(($) => $.list.all)}</Link>
      </p>
    </>
  )
}
