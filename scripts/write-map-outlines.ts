import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the outlines of the map that works without internet: countries, provinces of China, and a point for each name.
 * `node scripts/write-map-outlines.ts WORLD CHINA PROVINCES OUT`, where WORLD is `world.zh.json` of the package
 * `@surbowl/world-geo-json-zh` 2.1.5, CHINA is `map/json/china.json` of `echarts` 4.9.0, and PROVINCES is a CSV with
 * `code,name_zh,name_en,kind,lon,lat` of the capitals.
 */
type Ring = [number, number][]
type Feature = { type: 'Feature'; properties: Record<string, string>; geometry: { type: string; coordinates: unknown } }
type Encoded = {
  properties: { id: string; cp: [number, number]; name: string }
  geometry: { type: string; coordinates: unknown; encodeOffsets: unknown }
}

const [world_file = '', china_file = '', provinces_file = '', out_file = ''] = process.argv.slice(2)

/** Decimals of a degree: about 1 km. */
const DECIMALS = 2
/** A ring that is no area. */
const RING_MIN = 4
/** echarts 4 packs differences of coordinates, zigzag, in units of 1/1024 degree, into characters from `@` on. */
const PACKED_UNIT = 1024
const PACKED_BASE = 64

const rounded = (ring: Ring, decimals: number): Ring => {
  const scale = 10 ** decimals
  const points = ring.map(([lon, lat]): [number, number] => [
    Math.round(lon * scale) / scale,
    Math.round(lat * scale) / scale,
  ])
  return points.filter(([lon, lat], at) => at === 0 || lon !== points[at - 1]?.[0] || lat !== points[at - 1]?.[1])
}

const unpacked = (text: string, [lon0 = 0, lat0 = 0]: number[]): Ring => {
  const ring: Ring = []
  let [x, y] = [lon0, lat0]
  const step = (code: number) => {
    const n = code - PACKED_BASE
    return (n >> 1) ^ -(n & 1)
  }
  for (let at = 0; at + 1 < text.length; at += 2) {
    x += step(text.charCodeAt(at))
    y += step(text.charCodeAt(at + 1))
    ring.push([x / PACKED_UNIT, y / PACKED_UNIT])
  }
  return ring
}

const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x, y]
      return sum + x * y2 - x2 * y
    }, 0) / 2,
  )

/** The middle of the largest part: where a name is written. */
const middleOf = (polygons: Ring[][]): [number, number] => {
  const outer = polygons.map(([ring = []]) => ring).sort((a, b) => areaOf(b) - areaOf(a))[0] ?? []
  const lons = outer.map(([lon]) => lon)
  const lats = outer.map(([, lat]) => lat)
  const middle = (values: number[]) => Math.round((Math.min(...values) + Math.max(...values)) * 50) / 100
  return [middle(lons), middle(lats)]
}

const shape = (properties: Record<string, string>, polygons: Ring[][]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'MultiPolygon', coordinates: polygons },
})
const label = (properties: Record<string, string>, at: [number, number]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: at },
})
const clean = (polygons: Ring[][], decimals: number): Ring[][] =>
  polygons
    .map((rings) => rings.map((ring) => rounded(ring, decimals)).filter(({ length }) => length >= RING_MIN))
    .filter(({ length }) => length > 0)
const nested = <T>(type: string, coordinates: unknown): T[][] =>
  // What the two kinds of geometry hold.
  (type === 'Polygon' ? [coordinates] : coordinates) as T[][]

const NAMES = { en: 'en', zh: 'zh-Hans', pl: 'pl' } as const
const countryNames = (iso: string, zh: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(NAMES).map(([lang, locale]) => {
      const name = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' }).of(iso)
      return [`name_${lang}`, lang === 'zh' ? zh : (name ?? zh)]
    }),
  )

const features: Feature[] = []
const world = JSON.parse(readFileSync(world_file, 'utf8')) as { features: Feature[] }
for (const { properties, geometry } of world.features) {
  const { iso_a2: code = '', name: zh = '' } = properties
  if (geometry.type === 'LineString' || geometry.type === 'MultiLineString') {
    features.push({ type: 'Feature', properties: { kind: 'line' }, geometry })
    continue
  }
  const polygons = clean(nested<Ring>(geometry.type, geometry.coordinates), DECIMALS)
  if (polygons.length === 0) continue
  const known = /^[A-Z]{2}$/.test(code)
  features.push(shape({ kind: 'country', code: known ? code : '' }, polygons))
  if (known) features.push(label({ kind: 'country_name', code, ...countryNames(code, zh) }, middleOf(polygons)))
}

const english = new Map(
  readFileSync(provinces_file, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([code = '', , en = '']) => [code, en]),
)
const china = JSON.parse(readFileSync(china_file, 'utf8')) as { features: Encoded[] }
for (const { properties, geometry } of china.features) {
  const texts = nested<string>(geometry.type, geometry.coordinates)
  const offsets = nested<number[]>(geometry.type, geometry.encodeOffsets)
  const polygons = clean(
    texts.map((rings, at) => rings.map((text, ring) => unpacked(text, offsets[at]?.[ring] ?? []))),
    DECIMALS,
  )
  const en = english.get(properties.id) ?? properties.name
  if (polygons.length === 0) continue
  features.push(shape({ kind: 'province', code: properties.id }, polygons))
  features.push(
    label(
      { kind: 'province_name', code: properties.id, name_en: en, name_zh: properties.name, name_pl: en },
      properties.cp,
    ),
  )
}
writeFileSync(out_file, JSON.stringify({ type: 'FeatureCollection', features }))
