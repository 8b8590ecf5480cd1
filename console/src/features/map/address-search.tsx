import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { GeocodeCandidate, MapSettings } from '@heatfleet/contract/map/map.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './address.module.css'
import { type Place, useDistance } from './map-place.ts'

type FieldProps = {
  label: string
  /** The label is for screen readers only. */
  quiet?: boolean
  geocoder: NonNullable<MapSettings['geocoder']>
  /** That of the places found which is marked on the map. */
  place: Place | null
  onPlace: (place: Place | null) => void
}

/** A field for an address, and the places found for it. The likeliest is taken at once; the others are a press away. */
export function AddressField({ label, quiet = false, geocoder, place, onPlace }: FieldProps) {
  const t = useMessages('map')
  const distance = useDistance()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly GeocodeCandidate[] | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const wanted = text.trim()
  const search = async () => {
    setFound(null)
    const places = await call(api.mapGeocode, { body: { text: wanted } })
    setFound(places)
    onPlace(places[0] ?? null)
  }
  return (
    <div className={css.search}>
      <form
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted.length >= LIMITS.geocode_text_min) send(search)
        }}
      >
        <TextField
          label={label}
          quiet={quiet}
          placeholder={quiet ? label : undefined}
          maxLength={LIMITS.geocode_text_max}
          value={text}
          onChange={setText}
          className={css.field}
        />
        <Button type="submit" icon={SearchIcon} label={t(($) => $.search.action)} busy={busy} />
      </form>
      <Problem problem={problem} />
      {found?.length === 0 && <p role="status">{t(($) => $.search.none)}</p>}
      {found !== null && found.length > 0 && (
        <>
          <ul aria-label={t(($) => $.search.found)}>
            {found.map((one) => (
              <li key={`${one.lon} ${one.lat} ${one.label}`}>
                <button
                  type="button"
                  aria-pressed={place?.lat === one.lat && place.lon === one.lon}
                  onClick={() => onPlace(one)}
                >
                  <span>{one.label}</span>
                  <small>{t(($) => $.place.within, { distance: distance(one.accuracy_m) })}</small>
                </button>
              </li>
            ))}
          </ul>
          {geocoder.credit !== '' && <small className={css.credit}>{geocoder.credit}</small>}
        </>
      )}
    </div>
  )
}

type SearchProps = Pick<FieldProps, 'place' | 'onPlace'> & { geocoder: MapSettings['geocoder'] }

/** Searches an address on the map; without a geocoder the reason stands where the field would. */
export function AddressSearch({ geocoder, place, onPlace }: SearchProps) {
  const t = useMessages('map')
  const label = t(($) => $.search.label)
  return (
    <div className={css.over_map}>
      {geocoder === null ? (
        <Button icon={SearchIcon} label={label} disabledReason={t(($) => $.search.missing)} />
      ) : (
        <AddressField label={label} quiet geocoder={geocoder} place={place} onPlace={onPlace} />
      )}
      {place !== null && (
        <Button size="small" icon={CloseIcon} onClick={() => onPlace(null)}>
          {t(($) => $.search.clear)}
        </Button>
      )}
    </div>
  )
}
