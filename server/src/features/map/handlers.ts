import { CARD_ENDING_DAYS, DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapCluster, MapFilter, map } from '@heatfleet/contract/map/map.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { boxOf, cellBits, decimalsAt, rangesOf, squareOf, toLat, toLon, unitsOf } from '../../platform/quadtree.ts'
import { checkFilterRights, countByTab, findAgentPath, findShownDevice } from '../devices/public.ts'
import { createGeocoder, type GeocoderDeps } from './geocoder.ts'
import { mergeClose } from './merge-close.ts'
import { estimateOf } from './position-estimate.ts'
import { mapSettingsOf } from './settings.ts'
import {
  type ClusterRow,
  findRegionOf,
  listClusters,
  listRegionHeat,
  listRegions,
  listUnits,
  type MapQuery,
} from './store.ts'

/** Narrowest square of a cluster, px: a marker, and room to hit it. */
const GRID_PX = { clusters: 64, heat: 24 } as const

/** Markers nearer than this would lie on each other, px. */
const MERGED_PX = { clusters: 40, heat: 0 } as const

/** Days over which COP and outdoor temperature are averaged. */
const HEAT_DAYS = 7
const DAY_MS = 86_400_000

/** The map: clusters, units and regions of a view, and one unit of it. */
export const mapHandlers = (deps: Pick<AppContext, 'database' | 'config'> & GeocoderDeps) => {
  const { database, clock, config } = deps
  const { db } = database
  const geocode = createGeocoder(deps)
  const queryOf = async (caller: Caller, filter: MapFilter): Promise<MapQuery> => {
    checkFilterRights(caller, filter)
    const { agent_id, include_lower } = filter
    const agent_path =
      agent_id === undefined || !include_lower ? null : await findAgentPath(database, caller.scope, agent_id)
    const card_ends_before = new Date(clock.now() + CARD_ENDING_DAYS * DAY_MS)
    return { filter, agent_path, card_ends_before }
  }

  return {
    mapList: async ({ body: { box, zoom, grid, ...filter } }, { caller }) => {
      const query = await queryOf(caller, filter)
      const square = squareOf(box)
      const part = { square, ranges: rangesOf(square, LIMITS.map_ranges_max) }
      const bits = cellBits(zoom, square, GRID_PX[grid], LIMITS.map_clusters_max)
      const now = new Date(clock.now())
      const [rows, units, counts] = await Promise.all([
        listClusters(db, caller.scope, query, part, bits),
        listUnits(db, caller.scope, query, part, LIMITS.map_units_max),
        countByTab(database, caller.scope, { uid: caller.uid, filter: DeviceFilter.parse(filter), now }),
      ])
      // Squares reach past the edge of the view; few units are all in the list.
      const counted = rows.reduce((sum, { count }) => sum + count, 0)
      const in_view = units.length < LIMITS.map_units_max ? units.length : counted
      return {
        at: now.toISOString(),
        total: counts.all,
        in_view,
        clusters: mergeClose(rows, unitsOf(MERGED_PX[grid], zoom)).map((row) => toCluster(row, decimalsAt(zoom))),
        units,
      }
    },

    mapRegions: async ({ body }, { caller }) =>
      listRegions(db, caller.scope, await queryOf(caller, body), LIMITS.map_regions_max),

    mapRegionHeat: async ({ body }, { caller }) => {
      const query = await queryOf(caller, body)
      const counts = await listRegions(db, caller.scope, query, LIMITS.map_regions_max)
      const units = counts.reduce((sum, { count }) => sum + count, 0)
      // Every n-th unit of a large part: a mean of thousands does not change by more of them.
      const step = Math.max(1, Math.ceil(units / LIMITS.cop_trend_units_max))
      const from = new Date(clock.now() - HEAT_DAYS * DAY_MS).toISOString().slice(0, 10)
      const rows = await listRegionHeat(db, caller.scope, query, { from, step, limit: LIMITS.map_regions_max })
      return rows.map(({ cop, ambient_c, ...row }) => ({
        ...row,
        cop: cop === null ? null : Number(cop.toFixed(2)),
        ambient_c: ambient_c === null ? null : Number(ambient_c.toFixed(1)),
      }))
    },

    mapDeviceInfo: async ({ query: { mac } }, { caller }) => {
      const device = await findShownDevice(db, caller.scope, caller.uid, mac)
      if (device === null) throw new Refusal('device_not_found')
      return device
    },

    mapGeocode: ({ body: { text } }) => {
      if (geocode === null) throw new Refusal('geocoder_not_set', { field: 'text' })
      return geocode(text)
    },

    mapEstimate: async ({ query: { mac } }, { caller }) => {
      const region = await findRegionOf(db, caller.scope, mac)
      if (region === undefined) throw new Refusal('device_not_found')
      return { estimate: region === null ? null : estimateOf(region) }
    },

    mapSettings: async () => mapSettingsOf(config),
  } satisfies Pick<Handlers, keyof typeof map>
}

const toCluster = (
  { x, y, x0, x1, y0, y1, severity, mac, device_name, accuracy_m, ...counts }: ClusterRow,
  decimals: number,
): MapCluster => {
  const is_alone = counts.count === 1 && mac !== null
  const shown = is_alone ? EXACT_DECIMALS : decimals
  return {
    ...counts,
    lat: rounded(toLat(y), shown),
    lon: rounded(toLon(x), shown),
    severity: severity === 0 ? null : (SEVERITIES[severity - 1] ?? null),
    box: enclosing(boxOf({ x0, y0, x1, y1 }), shown),
    ...(x0 === x1 && y0 === y1 ? { same_spot: true } : {}),
    ...(is_alone ? { mac, device_name: device_name ?? '', accuracy_m } : {}),
  }
}

/** About ten centimetres. */
const EXACT_DECIMALS = 6

const rounded = (degrees: number, decimals: number): number => Math.round(degrees * 10 ** decimals) / 10 ** decimals
const enclosing = ({ west, south, east, north }: MapBox, decimals: number): MapBox => {
  const scale = 10 ** decimals
  return {
    west: Math.floor(west * scale) / scale,
    south: Math.floor(south * scale) / scale,
    east: Math.ceil(east * scale) / scale,
    north: Math.ceil(north * scale) / scale,
  }
}
