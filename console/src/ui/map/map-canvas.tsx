import { LIMITS } from '@heatfleet/contract/limits.ts'
import { fromDatum, toDatum } from '@heatfleet/contract/map/datum.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Camera, clampedBox, type MapSeen } from './map-camera.ts'
import css from './map-canvas.module.css'
import { type HeatPoint, type MapLook, mapStyle, type RegionFill } from './map-style.ts'
import type { LibreMap } from './maplibre.ts'

/** Something of HTML that stands at a place of the map. */
export type MapMark = { key: string; lon: number; lat: number; content: ReactNode; above?: boolean }

/** What can be done with a map from outside. */
export type MapHandle = {
  zoomBy: (steps: number) => void
  /** Looks there at once. */
  look: (camera: Camera) => void
  /** Shows all of a box; a point is shown from a street's distance. */
  show: (box: MapBox) => void
}

type MapCanvasProps = {
  look: MapLook
  /** Accessible name. */
  label: string
  /** Where it opens; null = `show` is called once there is something to show. */
  start: Camera | null
  marks: readonly MapMark[]
  regions: readonly RegionFill[]
  heat: readonly HeatPoint[]
  handle: RefObject<MapHandle | null>
  /** Called when the map has come to rest. */
  onSeen: (seen: MapSeen) => void
  /** Called once when this browser cannot draw maps. */
  onRefused: () => void
  /** Called when tiles of the service do not come. */
  onTilesFailed: () => void
}

type MapParts = { map: LibreMap; Marker: typeof import('./maplibre.ts').Marker }

const FIRST: Camera = { lon: 105, lat: 34, zoom: 2.2 }
/** From here a box is not shown from nearer. */
const NEAREST = 16
const PADDING_PX = 60

/** A map drawn by the graphics hardware; the library comes with the first one. What lies on it is HTML, with names and focus. */
export const MapCanvas = ({ look, label, start, marks, regions, heat, handle, ...props }: MapCanvasProps) => {
  const host = useRef<HTMLDivElement>(null)
  const [parts, setParts] = useState<MapParts | null>(null)
  const is_styled = useRef(false)
  const calls = useRef(props)
  calls.current = props
  const now = useRef({ look, label, start })
  now.current = { look, label, start }
  const datum = look.tiles?.datum ?? 'wgs84'

  useEffect(() => {
    const element = host.current
    if (element === null) return
    let map: LibreMap | null = null
    let is_gone = false
    is_styled.current = false
    void import('./maplibre.ts').then(({ LibreMap: Drawn, Marker }) => {
      if (is_gone) return
      const { look: first, label: name, start: from } = now.current
      const centre = toDatum(first.tiles?.datum ?? 'wgs84', from ?? FIRST)
      try {
        map = new Drawn({
          container: element,
          style: mapStyle(first, [], []),
          center: [centre.lon, centre.lat],
          zoom: from?.zoom ?? FIRST.zoom,
          maxZoom: LIMITS.map_zoom_max,
          renderWorldCopies: false,
          attributionControl: false,
          dragRotate: false,
          pitchWithRotate: false,
          touchPitch: false,
          fadeDuration: 0,
          locale: { 'Map.Title': name },
        })
      } catch {
        calls.current.onRefused()
        return
      }
      const started = map
      started.touchZoomRotate.disableRotation()
      const seen = () => {
        // A map that leaves the screen loses its size first.
        if (is_gone || element.clientWidth === 0) return
        const bounds = started.getBounds()
        const of_tiles = now.current.look.tiles?.datum ?? 'wgs84'
        const [sw, ne] = [
          fromDatum(of_tiles, { lon: bounds.getWest(), lat: bounds.getSouth() }),
          fromDatum(of_tiles, { lon: bounds.getEast(), lat: bounds.getNorth() }),
        ]
        const { lng, lat } = started.getCenter()
        calls.current.onSeen({
          camera: { ...fromDatum(of_tiles, { lon: lng, lat }), zoom: started.getZoom() },
          box: clampedBox({ west: sw.lon, south: sw.lat, east: ne.lon, north: ne.lat }),
        })
      }
      started.on('moveend', seen)
      started.on('resize', seen)
      started.on('error', (event) => {
        // Tiles of a service that does not answer; the outlines are the server's own.
        if ('sourceId' in event && event.sourceId === 'tiles') calls.current.onTilesFailed()
      })
      started.once('style.load', () => {
        is_styled.current = true
      })
      started.once('load', () => element.setAttribute('data-drawn', ''))
      setParts({ map: started, Marker })
      seen()
    })
    return () => {
      is_gone = true
      setParts(null)
      map?.remove()
    }
  }, [])

  const map = parts?.map
  const style = useMemo(() => mapStyle(look, regions, heat), [look, regions, heat])
  useEffect(() => {
    if (map === undefined) return
    // Only what differs is changed; before the first style is loaded there is nothing to compare with.
    const apply = () => void map.setStyle(style, { diff: true })
    if (is_styled.current) return apply()
    map.once('style.load', apply)
    return () => void map.off('style.load', apply)
  }, [map, style])

  useImperativeHandle(
    handle,
    () => ({
      look: ({ zoom, ...at }) => {
        const { lon, lat } = toDatum(datum, at)
        map?.jumpTo({ center: [lon, lat], zoom })
      },
      zoomBy: (steps) => map?.easeTo({ zoom: map.getZoom() + steps, duration: EASE_MS }),
      show: ({ west, south, east, north }) => {
        const [sw, ne] = [toDatum(datum, { lon: west, lat: south }), toDatum(datum, { lon: east, lat: north })]
        const padding = Math.min(PADDING_PX, (host.current?.clientWidth ?? 0) / 6)
        map?.fitBounds([sw.lon, sw.lat, ne.lon, ne.lat], { padding, maxZoom: NEAREST, duration: EASE_MS })
      },
    }),
    [map, datum],
  )

  return (
    <div className={css.frame}>
      <div className={css.host} ref={host} />
      {parts !== null &&
        marks.map((mark) => {
          const { lon, lat } = toDatum(datum, { lon: mark.lon, lat: mark.lat })
          return <Placed key={mark.key} {...parts} lon={lon} lat={lat} mark={mark} />
        })}
    </div>
  )
}

/** Short, so that a click answers at once. */
const EASE_MS = 250

const Placed = ({ map, Marker, lon, lat, mark }: MapParts & { lon: number; lat: number; mark: MapMark }) => {
  const [element] = useState(() => document.createElement('div'))
  useEffect(() => {
    const marker = new Marker({ element }).setLngLat([lon, lat]).addTo(map)
    return () => {
      marker.remove()
    }
  }, [map, Marker, element, lon, lat])
  element.style.zIndex = mark.above ? '2' : ''
  return createPortal(mark.content, element)
}
