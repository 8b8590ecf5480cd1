import { api } from '@heatfleet/contract/api.ts'
import { type Device, isEstimate, type Position } from '@heatfleet/contract/devices/devices.ts'
import type { MapFilter, MapSettings } from '@heatfleet/contract/map/map.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useChange, type useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronDownIcon, PinIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { detailPath } from '../devices/public.ts'
import css from './address.module.css'
import { listPath } from './list-path.ts'
import map_css from './map.module.css'
import { type Place, useDistance } from './map-place.ts'
import { PlaceUnit } from './place-unit.tsx'

type UnplacedProps = {
  read: ReturnType<typeof useRead<typeof api.deviceList>>
  filter: Partial<MapFilter>
  geocoder: MapSettings['geocoder']
  place: Place | null
  onPlace: (place: Place | null) => void
}
type Saved = { mac: string; name: string; before: Device['position']; is_estimate: boolean }

/** Units that stand nowhere yet, or of which there is an estimate only, with the ways to place them. */
export function Unplaced({ read: { data, error, refetch }, filter, geocoder, place, onPlace }: UnplacedProps) {
  const t = useMessages('map')
  const distance = useDistance()
  const missing_permission = useMissingPermission('device:edit')
  const [opened, setOpened] = useState<string | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const open = (mac: string | null) => {
    onPlace(null)
    setOpened(mac)
  }
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorState error={error} needs="device:view" onRetry={() => void refetch()} />
    )
  return (
    <>
      {saved !== null && <SavedNote key={saved.mac} saved={saved} onUndone={() => setSaved(null)} />}
      {data.total === 0 && <NeverAny icon={PinIcon} title={t(($) => $.list.none_unplaced)} />}
      {data.total > 0 && geocoder === null && missing_permission === undefined && (
        <p className={css.note}>{t(($) => $.search.missing)}</p>
      )}
      <ul className={css.rows}>
        {data.list.map(({ mac, device_name, position }) => {
          const name = device_name || mac
          return (
            <li key={mac}>
              <div className={css.row}>
                <Link to={`${detailPath(mac)}${missing_permission === undefined ? '?position=edit' : ''}`}>
                  <PinIcon size={16} />
                  <span className={css.name}>{name}</span>
                  <small aria-hidden="true">{mac.slice(-6)}</small>
                  {missing_permission === undefined && (
                    <span className="hf-hidden">{t(($) => $.list.place_of, { name })}</span>
                  )}
                </Link>
                {missing_permission === undefined && (
                  <Button
                    kind="text"
                    size="small"
                    icon={ChevronDownIcon}
                    label={t(($) => $.place.open, { name })}
                    aria-expanded={mac === opened}
                    onClick={() => open(mac === opened ? null : mac)}
                  />
                )}
              </div>
              {position !== null && position.accuracy_m !== null && (
                <div className={css.estimate}>
                  <small>{t(($) => $.place.estimated, { distance: distance(position.accuracy_m ?? 0) })}</small>
                </div>
              )}
              {mac === opened && (
                <PlaceUnit
                  mac={mac}
                  name={name}
                  geocoder={geocoder}
                  place={place}
                  onPlace={onPlace}
                  onSaved={(now: Position) => {
                    setSaved({ mac, name, before: position, is_estimate: isEstimate(now) })
                    open(null)
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      {data.total > 0 && (
        <p className={map_css.more}>
          <Link to={listPath({ ...filter, has_position: 'no' })}>{t(($) => $.list.all)}</Link>
        </p>
      )}
    </>
  )
}

/** What was placed last, and the way back. */
function SavedNote({ saved: { mac, name, before, is_estimate }, onUndone }: { saved: Saved; onUndone: () => void }) {
  const t = useMessages('map')
  const change = useChange(api.devicePosition)
  const { busy, problem, send } = usePendingRequest()
  const undo = async () => {
    await change.mutateAsync({ query: { mac }, body: { position: before } })
    onUndone()
  }
  return (
    <div className={css.saved} role="status">
      <span>{t(($) => (is_estimate ? $.place.saved_estimate : $.place.saved), { name })}</span>
      <Button size="small" busy={busy} onClick={() => send(undo)}>
        {t(($) => $.place.undo)}
      </Button>
      <Problem problem={problem} />
    </div>
  )
}
