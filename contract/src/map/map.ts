import { z } from 'zod'
import { Device, DeviceFilter } from '../devices/devices.ts'
import { exampleDevice } from '../devices/example-device.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { MapBox } from './map-box.ts'

/** How coordinates are drawn on tiles: maps of China are shifted, those of Baidu once more. Stored positions are WGS-84. */
export const MAP_DATUMS = ['wgs84', 'gcj02', 'bd09'] as const
export type MapDatum = (typeof MAP_DATUMS)[number]

/** Filters of the map: those of the device list that it knows. */
export const MapFilter = DeviceFilter.pick({
  product_key: true,
  agent_id: true,
  include_lower: true,
  online_status: true,
  active_status: true,
  alarm_status: true,
  alarm_severity: true,
  card_ending: true,
  region_code: true,
}).extend({
  // Without a list's paging only what cannot be empty is left out when it is sent empty (decision 0099).
  product_key: z.string().min(1).max(LIMITS.product_key_max).optional(),
})
export type MapFilter = z.output<typeof MapFilter>

/** `heat`: a finer grid, for the heat map. */
const MAP_GRIDS = ['clusters', 'heat'] as const

/** Left out, the view is the whole world. */
const MapView = MapFilter.extend({
  box: MapBox.default({ west: -180, south: -90, east: 180, north: 90 }),
  /** Zoom of a map of tiles of 512 px; what is closer than a thumb's width is one cluster. */
  zoom: z.number().min(0).max(LIMITS.map_zoom_max).default(0),
  grid: z.enum(MAP_GRIDS).default('clusters'),
})

const count = z.number().int()

/**
 * Units that stand close together under the zoom of the view, as near as a quarter of a pixel shows; one alone has its id and its own
 * position. A view has hundreds of them: what is not so is left out.
 */
export const MapCluster = z.object({
  lat: z.number(),
  lon: z.number(),
  count,
  online: count,
  offline: count,
  /** Units with an alarm, online or not. */
  alarm: count,
  /** Of the worst alarm; null = none. */
  severity: z.enum(SEVERITIES).nullable(),
  /** What holds all of them. */
  box: MapBox,
  /** True: all stand within a metre, no zoom tells them apart. Only known where a view shows streets. */
  same_spot: z.boolean().optional(),
  /** Of one alone, as the next two. */
  mac: z.string().optional(),
  device_name: z.string().optional(),
  /** Of its position; null = exact. */
  accuracy_m: count.nullable().optional(),
})
export type MapCluster = z.output<typeof MapCluster>

/** A place found for an address; WGS-84. */
export const GeocodeCandidate = z.object({
  label: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** The address is within so many metres of it: a house, a street, or a whole town. */
  accuracy_m: count,
})
export type GeocodeCandidate = z.output<typeof GeocodeCandidate>

/** The middle of the region of a device's distributor; WGS-84. */
export const PositionEstimate = z.object({
  /** A province of China (GB/T 2260) or a country (ISO 3166-1). */
  code: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** 80 % of the region's area are within so many metres of it. */
  accuracy_m: count,
})
export type PositionEstimate = z.output<typeof PositionEstimate>

/** A unit in the list beside the map. */
export const MapUnit = Device.pick({ mac: true, device_name: true, online_status: true, alarm_severity: true }).extend({
  lat: z.number(),
  lon: z.number(),
  accuracy_m: count.nullable(),
})
export type MapUnit = z.output<typeof MapUnit>

/**
 * Units of a province of China (GB/T 2260) or of a country (ISO 3166-1): those of the distributors there. `''` = stock of the
 * manufacturer, which has no distributor.
 */
export const MapRegion = z.object({ code: z.string(), count, online: count, alarm: count })
export type MapRegion = z.output<typeof MapRegion>

/** What units of a region do: means of complete days of the last week; null = none is known. */
export const MapRegionHeat = z.object({
  code: z.string(),
  /** Of how many units. */
  units: count,
  cop: z.number().nullable(),
  /** Outdoor temperature by the sensors of the units. */
  ambient_c: z.number().nullable(),
})
export type MapRegionHeat = z.output<typeof MapRegionHeat>

/** A service of map tiles. */
export const MapTiles = z.object({
  name: z.string(),
  /** Address with `{z}`, `{x}` and `{y}`. */
  url: z.string(),
  /** Whom the service wants named on the map. */
  credit: z.string(),
  datum: z.enum(MAP_DATUMS),
})
export type MapTiles = z.output<typeof MapTiles>

/** What the maps of this installation draw, and whether addresses can be searched. */
export const MapSettings = z.object({
  /** The map's own tiles; null = outlines only. */
  tiles: MapTiles.nullable(),
  /** Those of the second map; null = none set. */
  second: MapTiles.nullable(),
  /** Pictures from above in place of either; null = none set. */
  satellite: MapTiles.nullable(),
  /** Where a route to a unit is found, with `{lat}` and `{lon}` (WGS-84); null = what the browser opens for a `geo:` address. */
  route_url: z.string().nullable(),
  /** Outlines of the installation in place of the built-in ones. */
  outlines_url: z.string().nullable(),
  /** Whom the geocoder wants named beside its answers (may be empty); null = none set, addresses cannot be searched. */
  geocoder: z.object({ credit: z.string() }).nullable(),
})
export type MapSettings = z.output<typeof MapSettings>

export const map = endpoints({
  mapList: {
    method: 'POST',
    path: '/map/list-map',
    kind: 'read',
    of: 'device',
    needs: 'map:view',
    about: { sum: 'device', field: 'in_view' },
    body: MapView.prefault({}),
    result: z.object({
      /** When it was counted. */
      at: z.iso.datetime(),
      /** Units that the filters let through, wherever they stand. */
      total: count,
      /** Those of them in the view; of a whole country, up to the edge of the squares it is counted by. */
      in_view: count,
      clusters: z.array(MapCluster),
      /** The first units in the view, the worst first. */
      units: z.array(MapUnit),
    }),
    fails: [],
    says: `Units in scope within a view: at most ${LIMITS.map_clusters_max} clusters with exact counts, and the first ${LIMITS.map_units_max} units.`,
    example: {
      at: '2026-11-21T09:15:00.000Z',
      total: 200,
      in_view: 1,
      clusters: [
        {
          lat: 30.42,
          lon: 120.3,
          count: 1,
          online: 1,
          offline: 0,
          alarm: 0,
          severity: null,
          box: { west: 120.3, south: 30.42, east: 120.3, north: 30.42 },
          same_spot: true,
          mac: exampleDevice.mac,
          device_name: exampleDevice.device_name,
          accuracy_m: null,
        },
      ],
      units: [
        {
          mac: exampleDevice.mac,
          device_name: exampleDevice.device_name,
          online_status: 'online',
          alarm_severity: null,
          lat: 30.42,
          lon: 120.3,
          accuracy_m: null,
        },
      ],
    },
  },
  mapRegions: {
    method: 'POST',
    path: '/map/list-region',
    kind: 'read',
    of: 'device',
    needs: 'map:view',
    about: { sum: 'device', field: 'count' },
    body: MapFilter.default({ include_lower: true }),
    result: z.array(MapRegion),
    fails: [],
    says: 'Units in scope that have a position, by province of China or by country of their distributor.',
    example: [{ code: '330000', count: 120, online: 110, alarm: 4 }],
  },
  mapRegionHeat: {
    method: 'POST',
    path: '/map/list-region-heat',
    kind: 'read',
    of: 'device',
    needs: 'map:view',
    about: 'unscoped',
    body: MapFilter.default({ include_lower: true }),
    result: z.array(MapRegionHeat),
    fails: [],
    says: `Mean COP and outdoor temperature of the last week by region, from units in scope that have a position; of a larger part every n-th unit is asked, at most about ${LIMITS.cop_trend_units_max}.`,
    example: [{ code: '330000', units: 110, cop: 3.42, ambient_c: 6.1 }],
  },
  mapDeviceInfo: {
    method: 'POST',
    path: '/map/device-info',
    kind: 'read',
    of: 'device',
    needs: 'map:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: Device,
    fails: ['device_not_found'],
    says: 'One device as the device list shows it, for the window on the map.',
    example: exampleDevice,
  },
  mapGeocode: {
    method: 'POST',
    path: '/map/geocode',
    kind: 'read',
    of: 'map',
    needs: 'map:view',
    about: 'unscoped',
    body: z.object({ text: z.string().trim().min(LIMITS.geocode_text_min).max(LIMITS.geocode_text_max) }),
    result: z.array(GeocodeCandidate),
    fails: ['geocoder_not_set', 'geocoder_failed', 'geocoder_busy'],
    says: `Places of an address, the likeliest first, at most ${LIMITS.geocode_candidates_max}: from the geocoder of the settings, which is called once a second at most.`,
    example: [{ label: 'Wenyi West Road 969, Yuhang, Hangzhou', lat: 30.2767, lon: 120.0236, accuracy_m: 50 }],
  },
  mapEstimate: {
    method: 'GET',
    path: '/map/position-estimate',
    kind: 'read',
    of: 'device',
    needs: 'map:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: z.object({
      /** Null = its distributor has no region with a known middle, or it has no distributor. */
      estimate: PositionEstimate.nullable(),
    }),
    fails: ['device_not_found'],
    says: 'Where a device roughly is: the middle of the region of its distributor, with the accuracy of that.',
    example: { estimate: { code: '330000', lat: 29.16, lon: 120.08, accuracy_m: 220_000 } },
  },
  mapSettings: {
    method: 'GET',
    path: '/map/settings',
    kind: 'read',
    of: 'map',
    needs: 'map:view',
    about: 'unscoped',
    result: MapSettings,
    fails: [],
    says: 'Which tiles and outlines the maps of this installation draw, and whether addresses can be searched.',
    example: { tiles: null, second: null, satellite: null, route_url: null, outlines_url: null, geocoder: null },
  },
})
