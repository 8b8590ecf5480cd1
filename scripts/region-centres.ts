/** A shape or a name of the outlines of the map. */
type Feature = {
  properties: { kind: string; code: string }
  geometry: { type: string; coordinates: unknown }
}
type Point = readonly [lon: number, lat: number]
type RegionCentre = { code: string; lat: number; lon: number; radius_km: number }

/** Points of the grid that an area is measured by, along its longer side. */
const GRID = 40
/** Share of a region's area within the radius: with more, Guiana would make the radius of France 7,000 km. */
const SHARE = 0.8
const KM_PER_DEGREE = 111.195

/** The middle of each region of the outlines, where its name stands, and the radius that holds 80 % of its area. */
export const regionCentresOf = ({ features }: { features: Feature[] }): RegionCentre[] => {
  const shapes = new Map<string, Point[][][]>()
  for (const { properties, geometry } of features)
    if (properties.kind === 'country' || properties.kind === 'province')
      // Both kinds of shapes are of rings of positions.
      shapes.set(properties.code, [...(shapes.get(properties.code) ?? []), ...(geometry.coordinates as Point[][][])])
  const centres = features
    .filter(({ properties: { kind } }) => kind === 'country_name' || kind === 'province_name')
    .flatMap(({ properties: { code }, geometry }) => {
      const [lon, lat] = geometry.coordinates as Point
      const shape = shapes.get(code)
      return shape === undefined ? [] : [{ code, lat, lon, radius_km: radiusOf(shape, [lon, lat]) }]
    })
    .toSorted((a, b) => a.code.localeCompare(b.code, 'en') || a.radius_km - b.radius_km)
  // Of two names of a country the more central one.
  return centres.filter(({ code }, at) => code !== centres[at - 1]?.code)
}

const radiusOf = (shape: Point[][][], centre: Point): number => {
  const outer = shape.flat()
  const [lons, lats] = [outer.flat().map(([lon]) => lon), outer.flat().map(([, lat]) => lat)]
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)]
  const step = Math.max(east - west, north - south) / GRID
  const cells: { km: number; weight: number }[] = []
  for (let lat = south + step / 2; lat < north; lat += step)
    for (let lon = west + step / 2; lon < east; lon += step)
      if (shape.some((rings) => isWithin(rings, [lon, lat])))
        cells.push({ km: distanceKm(centre, [lon, lat]), weight: Math.cos(radians(lat)) })
  // An island smaller than the grid: its farthest shore.
  if (cells.length === 0) return Math.max(1, Math.ceil(Math.max(...outer.flat().map((at) => distanceKm(centre, at)))))
  const whole = cells.reduce((sum, { weight }) => sum + weight, 0)
  let held = 0
  for (const { km, weight } of cells.toSorted((a, b) => a.km - b.km)) {
    held += weight
    if (held >= SHARE * whole) return Math.max(1, Math.ceil(km))
  }
  return Math.ceil(Math.max(...cells.map(({ km }) => km)))
}

/** By rays: a hole is crossed twice. */
const isWithin = (rings: Point[][], [x, y]: Point): boolean => {
  let is_in = false
  for (const ring of rings)
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x0, y0] = ring.at(at - 1) ?? [x1, y1]
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) is_in = !is_in
    }
  return is_in
}

const radians = (degrees: number): number => (degrees / 180) * Math.PI

const distanceKm = ([lon0, lat0]: Point, [lon1, lat1]: Point): number => {
  const [a, b] = [Math.sin(radians(lat1 - lat0) / 2), Math.sin(radians(lon1 - lon0) / 2)]
  const half = a * a + Math.cos(radians(lat0)) * Math.cos(radians(lat1)) * b * b
  return (2 * Math.asin(Math.sqrt(half)) * 180 * KM_PER_DEGREE) / Math.PI
}
