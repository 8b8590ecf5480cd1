/** Where the outlines of the installation are served. */
export const OUTLINES_PATH = '/map-outlines.geojson'

/** Whether a text is the address of map tiles: http or https with the three parts of a tile. */
export const isTileAddress = (text: string): boolean =>
  originOfTiles(text) !== null && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

/** Scheme, host and port of an address with places in braces, as a content security policy names them; null = not an address. */
const originOfTiles = (text: string): string | null => {
  // In an address the braces would be escaped; a host never holds them.
  const address = URL.parse(text.replaceAll(/[{}]/g, ''))
  return address !== null && /^https?:$/.test(address.protocol) && !/[{}]/.test(text.split('/')[2] ?? '{')
    ? address.origin
    : null
}

/** Hosts of the tiles of all maps, for the content security policy. */
export const tileOriginsOf = (settings: {
  HEATFLEET_MAP_TILES?: string | undefined
  HEATFLEET_MAP_SECOND_TILES?: string | undefined
  HEATFLEET_MAP_SATELLITE_TILES?: string | undefined
}): string[] =>
  [settings.HEATFLEET_MAP_TILES, settings.HEATFLEET_MAP_SECOND_TILES, settings.HEATFLEET_MAP_SATELLITE_TILES].flatMap(
    (url) => (url === undefined ? [] : (originOfTiles(url) ?? [])),
  )

/** Forms of answers that the address search reads. */
export const GEOCODER_FORMATS = ['nominatim', 'amap'] as const
export type GeocoderFormat = (typeof GEOCODER_FORMATS)[number]

/** Whether a text is the address of a geocoder: http or https with a place for the text, and none in its host. */
export const isGeocoderAddress = (text: string): boolean => originOfTiles(text) !== null && text.includes('{text}')

/** Whether a text is the address of a service of routes: http or https with both coordinates, and none in its host. */
export const isRouteAddress = (text: string): boolean =>
  originOfTiles(text) !== null && ['{lat}', '{lon}'].every((part) => text.includes(part))
