import { api } from '@heatfleet/contract/api.ts'
import type { Position } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapSettings } from '@heatfleet/contract/map/map.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { Problem } from '../../ui/problem.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './address.module.css'
import { AddressField } from './address-search.tsx'
import { type Place, useDistance } from './map-place.ts'

type PlaceProps = {
  mac: string
  name: string
  geocoder: MapSettings['geocoder']
  /** Proposed on the map; set by one press. */
  place: Place | null
  onPlace: (place: Place | null) => void
  onSaved: (position: Position) => void
}

/** Ways to place one unit beside doing it by hand: the places of an address, or an estimate by the region of its distributor. */
export function PlaceUnit({ mac, name, geocoder, place, onPlace, onSaved }: PlaceProps) {
  const t = useMessages('map')
  const lang = useLanguage()
  const regionName = useRegionName()
  const distance = useDistance()
  const change = useChange(api.devicePosition)
  const { busy, problem, send } = usePendingRequest()
  const { data } = useRead(api.mapEstimate, { query: { mac } })
  const estimate = data?.estimate ?? null
  const nameOf = (code: string) => (/^\d/.test(code) ? regionName(code) : countryName(code, lang))
  const save = async ({ label, lat, lon, accuracy_m }: Place) => {
    // The middle of a region is no address of the unit.
    const address = estimate !== null && lat === estimate.lat && lon === estimate.lon ? '' : label
    const position = { lat, lon, accuracy_m, address: Array.from(address).slice(0, LIMITS.address_max).join('') }
    await change.mutateAsync({ query: { mac }, body: { position } })
    onSaved(position)
  }
  return (
    <section className={css.place} aria-label={t(($) => $.place.open, { name })}>
      {geocoder !== null && (
        <AddressField label={t(($) => $.place.from_address)} geocoder={geocoder} place={place} onPlace={onPlace} />
      )}
      {estimate !== null && (
        <Button
          onClick={() => {
            const label = t(($) => $.place.middle_of, { region: nameOf(estimate.code) })
            onPlace({ label, lat: estimate.lat, lon: estimate.lon, accuracy_m: estimate.accuracy_m })
          }}
        >
          {t(($) => $.place.estimate, { region: nameOf(estimate.code) })}
        </Button>
      )}
      {data !== undefined && estimate === null && <small>{t(($) => $.place.no_estimate)}</small>}
      {place !== null && (
        <>
          <span role="status">
            {t(($) => $.place.proposed, { place: place.label })},{' '}
            {t(($) => (place.accuracy_m > LIMITS.position_exact_m ? $.place.estimated : $.place.within), {
              distance: distance(place.accuracy_m),
            })}
          </span>
          <Button kind="primary" busy={busy} onClick={() => send(() => save(place))}>
            {t(($) => $.place.confirm)}
          </Button>
        </>
      )}
      <Problem problem={problem} />
    </section>
  )
}
