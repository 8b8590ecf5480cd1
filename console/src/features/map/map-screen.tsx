import { api } from '@heatfleet/contract/api.ts'
import type { MapCluster, MapFilter, MapSettings, MapTiles } from '@heatfleet/contract/map/map.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ListFilters } from '../../lists/list-screen.tsx'
import { useListFilters } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { MinusIcon, PlusIcon, RefreshIcon } from '../../ui/icons.tsx'
import { boxAround, type MapSeen, WORLD, writeCamera } from '../../ui/map/map-camera.ts'
import { MapCanvas, type MapHandle, type MapMark } from '../../ui/map/map-canvas.tsx'
import outlines from '../../ui/map/outlines.geojson?url'
import places from '../../ui/map/places.geojson?url'
import { Page } from '../../ui/page.tsx'
import { useTheme } from '../../ui/theme.ts'
import { AddressSearch } from './address-search.tsx'
import { LayerMenu } from './layer-menu.tsx'
import { listPath } from './list-path.ts'
import css from './map.module.css'
import { useMapAddress } from './map-address.ts'
import { mapFilters } from './map-list.tsx'
import { boxOfPlace, type Place } from './map-place.ts'
import { MapSelection } from './map-selection.tsx'
import { ClusterMark, Fan, PlaceMark, UnitMark } from './marks.tsx'
import { isOfHeat, RegionTable, regionFills, withHeat } from './region-table.tsx'
import { SelectedUnits } from './selected-units.tsx'
import { type Selection, selectionQuery } from './selection.ts'
import { MapSide } from './side.tsx'
import { UnitCard } from './unit-card.tsx'

/** Counts are fetched again at this interval, ms. */
const REFETCH_MS = 10_000
/** From this zoom on a cluster opens as a fan: streets are told apart before. */
const FAN_ZOOM = 17
const FIRST_ZOOM = 2

type ScreenProps = {
  title: string
  tiles: MapTiles | null
  /** Pictures from above; null = none set. */
  satellite: MapTiles | null
  outlines_url: string | null
  geocoder: MapSettings['geocoder']
  /** Above the map: that a service is missing. */
  notice?: string | undefined
  /** The map with another service: place, filters and layer go along. */
  other: { path: string; title: string }
}

/** The map with its list (product 3.5): what is seen is in the address, the list follows the view. */
export function MapScreen({ title, tiles: of_map, satellite, outlines_url, geocoder, notice, other }: ScreenProps) {
  const t = useMessages('map')
  const lang = useLanguage()
  const theme = useTheme((state) => state.theme)
  const { search } = useLocation()
  const filters = useListFilters(mapFilters, undefined)
  const { layer, side, ground } = filters.address
  const tiles = ground === 'satellite' && satellite !== null ? satellite : of_map
  const { camera, unit, move, open } = useMapAddress()
  const handle = useRef<MapHandle>(null)
  const [start] = useState(camera)
  const [seen, setSeen] = useState<MapSeen | null>(null)
  const [refused, setRefused] = useState(false)
  const [failed, setFailed] = useState(false)
  const [spot, setSpot] = useState<MapCluster | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [selection, setSelection] = useState<Selection | null>(null)

  // The body of the device list: those of its filters that the map has.
  const filter = mapFilters.bodyOf(filters.address) as Partial<MapFilter>
  const box = seen?.box ?? WORLD
  const zoom = seen?.camera.zoom ?? FIRST_ZOOM
  const grid = layer === 'heat' ? 'heat' : 'clusters'
  const asked = { body: { ...filter, box, zoom, grid } as const }
  const ready = seen !== null || refused
  const options = { placeholder: 'keep', refetchInterval: REFETCH_MS, enabled: ready } as const
  const read = useRead(api.mapList, asked, options)
  const shows_regions = layer !== 'clusters' && layer !== 'heat'
  const regions = useRead(api.mapRegions, { body: filter }, { refetchInterval: REFETCH_MS, enabled: shows_regions })
  const heat = useRead(api.mapRegionHeat, { body: filter }, { staleTime: HEAT_STALE_MS, enabled: isOfHeat(layer) })
  const region_rows = useMemo(() => withHeat(regions.data ?? NO_ROWS, heat.data ?? NO_ROWS), [regions.data, heat.data])
  const whole = useRead(
    api.mapList,
    { body: { ...filter, box: WORLD, zoom: FIRST_ZOOM, grid: 'clusters' } },
    {
      enabled: false,
    },
  )
  const fan = useRead(
    api.mapList,
    { body: { ...filter, box: spot?.box ?? WORLD, zoom: FAN_ZOOM, grid: 'clusters' } },
    { enabled: spot !== null },
  )

  // The latest request wins: an answer to an earlier one that comes late does not move the map.
  const view_requests = useRef(0)
  const show = (wanted: MapBox) => {
    view_requests.current += 1
    handle.current?.show(wanted)
  }
  const showAll = async () => {
    view_requests.current += 1
    const request = view_requests.current
    const { data } = await whole.refetch()
    if (view_requests.current !== request) return
    const around = boxAround(
      (data?.clusters ?? []).flatMap(({ box: { west, south, east, north } }) => [
        { lon: west, lat: south },
        { lon: east, lat: north },
      ]),
    )
    if (around !== null) handle.current?.show(around)
  }
  const is_open = seen !== null
  // A link leads elsewhere on the same map; what the map itself wrote into the address comes back too.
  const at = camera === null ? null : writeCamera(camera)
  const written = useRef(new Set([at]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place as text stands for the camera
  useEffect(() => {
    if (camera !== null && !written.current.has(at)) handle.current?.look(camera)
  }, [at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the map is there
  useEffect(() => {
    if (!is_open) return
    if (place !== null) show(boxOfPlace(place))
    else if (start === null) void showAll()
  }, [is_open])

  // Another style only where something differs.
  const fills = useMemo(
    () => (shows_regions ? regionFills(layer, region_rows) : NO_FILLS),
    [shows_regions, layer, region_rows],
  )
  const look = useMemo(
    () => ({ theme, lang, tiles, outlines_url: absolute(outlines_url ?? outlines), places_url: absolute(places) }),
    [theme, lang, tiles, outlines_url],
  )
  const openCluster = (cluster: MapCluster) => {
    if (cluster.same_spot === true || zoom >= FAN_ZOOM) setSpot(cluster)
    else show(cluster.box)
  }
  const openUnit = (mac: string) => {
    open(mac)
    const found = read.data?.units.find((one) => one.mac === mac)
    if (found !== undefined && zoom < NEAR_ZOOM)
      show({ west: found.lon, east: found.lon, south: found.lat, north: found.lat })
  }
  const showPlace = (next: Place | null) => {
    setPlace(next)
    if (next !== null) show(boxOfPlace(next))
  }
  const clusters = layer === 'clusters' ? (read.data?.clusters ?? []) : []
  const marks = clusters.map((cluster): MapMark => {
    const { mac, device_name, lon, lat } = cluster
    if (mac === undefined) {
      const key = `${cluster.count} ${lon} ${lat}`
      return { key, lon, lat, content: <ClusterMark cluster={cluster} onOpen={() => openCluster(cluster)} /> }
    }
    const online_status = cluster.online > 0 ? 'online' : cluster.offline > 0 ? 'offline' : 'never'
    const one = {
      mac,
      device_name: device_name ?? '',
      online_status,
      alarm_severity: cluster.severity,
      accuracy_m: cluster.accuracy_m ?? null,
    } as const
    return { key: mac, lon, lat, content: <UnitMark unit={one} open={mac === unit} onOpen={() => open(mac)} /> }
  })
  if (spot !== null && fan.data !== undefined)
    marks.push({
      key: 'fan',
      lon: spot.lon,
      lat: spot.lat,
      above: true,
      content: (
        <Fan
          units={fan.data.units}
          hidden={fan.data.in_view - fan.data.units.length}
          opened={unit}
          onOpen={open}
          onClose={() => setSpot(null)}
        />
      ),
    })
  if (place !== null)
    marks.push({ key: 'place', lon: place.lon, lat: place.lat, above: true, content: <PlaceMark place={place} /> })
  const counted = read.data
  const list_path = listPath({ ...filter, ...selectionQuery(selection ?? { area: box }) })

  return (
    <Page
      fill
      title={title}
      note={
        counted === undefined ? undefined : (
          <>
            {t(($) => $.counted, { in_view: counted.in_view, total: counted.total })} · <Age at={counted.at} />
          </>
        )
      }
      actions={
        <>
          <Link className={css.other} to={{ pathname: other.path, search }}>
            {t(($) => $.other_map, { map: other.title })}
          </Link>
          {satellite !== null && (
            <Button
              aria-pressed={ground === 'satellite'}
              onClick={() => filters.change({ ground: ground === 'satellite' ? 'map' : 'satellite' })}
            >
              {t(($) => $.satellite)}
            </Button>
          )}
          <LayerMenu layer={layer} onLayer={(next) => filters.change({ layer: next })} />
        </>
      }
    >
      <ListFilters of={filters} />
      {(notice !== undefined || failed || refused) && (
        <p className={css.notice} role="status">
          {refused ? t(($) => $.no_graphics) : failed ? t(($) => $.tiles_failed) : notice}
        </p>
      )}
      <div className={css.parts}>
        {shows_regions ? (
          <RegionTable layer={layer} rows={region_rows} read={regions} />
        ) : (
          <MapSide
            side={side}
            onSide={(next) => filters.change({ side: next })}
            seen={counted}
            error={read.error}
            onRetry={() => void read.refetch()}
            filter={filter}
            list_path={list_path}
            opened={unit}
            onOpen={openUnit}
            placing={{ geocoder, place, onPlace: showPlace }}
          />
        )}
        {!refused && (
          <div className={css.map}>
            <MapCanvas
              // Services shift places differently: the map opens anew where it was.
              key={tiles?.datum}
              look={look}
              label={t(($) => $.canvas)}
              start={seen?.camera ?? start}
              marks={marks}
              regions={fills}
              heat={layer === 'heat' ? (read.data?.clusters ?? NO_FILLS) : NO_FILLS}
              handle={handle}
              onSeen={(now) => {
                setSeen(now)
                setSpot(null)
                if (written.current.size >= WRITTEN_MAX) written.current.clear()
                written.current.add(writeCamera(now.camera))
                move(now.camera)
              }}
              onRefused={() => setRefused(true)}
              onTilesFailed={() => setFailed(true)}
            />
            <div className={css.tools}>
              <Button icon={PlusIcon} label={t(($) => $.zoom_in)} onClick={() => handle.current?.zoomBy(1)} />
              <Button icon={MinusIcon} label={t(($) => $.zoom_out)} onClick={() => handle.current?.zoomBy(-1)} />
              <Button icon={RefreshIcon} label={t(($) => $.show_all)} onClick={() => void showAll()} />
            </div>
            <MapSelection
              box={box}
              centre={place}
              selection={selection}
              onSelect={setSelection}
              below={<AddressSearch geocoder={geocoder} place={place} onPlace={showPlace} />}
            >
              {selection !== null && <SelectedUnits filter={filter} selection={selection} list_path={list_path} />}
            </MapSelection>
            {unit !== null && <UnitCard mac={unit} onClose={() => open(null)} />}
            <small className={css.credit}>{tiles === null ? t(($) => $.credit) : tiles.credit}</small>
          </div>
        )}
      </div>
    </Page>
  )
}

/** A unit opened from the list is looked at from this zoom at least. */
const NEAR_ZOOM = 12
const NO_ROWS: never[] = []
/** Daily figures change once a day, ms. */
const HEAT_STALE_MS = 600_000
const NO_FILLS: readonly never[] = []
/** Places that the map wrote into the address lately. */
const WRITTEN_MAX = 100
/** The worker of the map knows no address of the page. */
const absolute = (url: string): string => new URL(url, location.href).href
