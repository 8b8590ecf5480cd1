import type { MapDatum, MapTiles } from '@heatfleet/contract/map/map.ts'
import type { Config } from '../../config.ts'
import { OUTLINES_PATH } from '../../platform/map-sources.ts'

/** What the settings say of tiles and outlines. */
export const mapSettingsOf = (config: Config) => ({
  tiles: tilesOf('', config.HEATFLEET_MAP_TILES, config.HEATFLEET_MAP_TILES_CREDIT, config.HEATFLEET_MAP_TILES_DATUM),
  second: tilesOf(
    config.HEATFLEET_MAP_SECOND_NAME ?? '',
    config.HEATFLEET_MAP_SECOND_TILES,
    config.HEATFLEET_MAP_SECOND_CREDIT,
    config.HEATFLEET_MAP_SECOND_DATUM,
  ),
  satellite: tilesOf(
    '',
    config.HEATFLEET_MAP_SATELLITE_TILES,
    config.HEATFLEET_MAP_SATELLITE_CREDIT,
    config.HEATFLEET_MAP_SATELLITE_DATUM,
  ),
  route_url: config.HEATFLEET_MAP_ROUTE_URL ?? null,
  outlines_url: config.HEATFLEET_MAP_OUTLINES === undefined ? null : OUTLINES_PATH,
  geocoder: config.HEATFLEET_GEOCODER_URL === undefined ? null : { credit: config.HEATFLEET_GEOCODER_CREDIT ?? '' },
})

const tilesOf = (
  name: string,
  url: string | undefined,
  credit: string | undefined,
  datum: MapDatum,
): MapTiles | null => (url === undefined ? null : { name, url, credit: credit ?? '', datum })
