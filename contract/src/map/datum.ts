import type { MapDatum } from './map.ts'

type LonLat = { lon: number; lat: number }

/** Ellipsoid of Krasovsky 1940, as GCJ-02 uses it. */
const AXIS_M = 6_378_245
const ECCENTRICITY = 0.006693421622965943

/** Where a position is drawn on tiles of this datum. */
export const toDatum = (datum: MapDatum, at: LonLat): LonLat => {
  if (datum === 'wgs84' || !isShifted(at)) return at
  const { lon, lat } = shiftOf(at)
  const gcj02 = { lon: at.lon + lon, lat: at.lat + lat }
  return datum === 'bd09' ? toBd09(gcj02) : gcj02
}

/** What Baidu adds to GCJ-02. */
const BD09 = { lon: 0.0065, lat: 0.006, turns: (Math.PI * 3_000) / 180 } as const

const toBd09 = ({ lon, lat }: LonLat): LonLat => {
  const radius = Math.hypot(lon, lat) + 0.00002 * Math.sin(lat * BD09.turns)
  const angle = Math.atan2(lat, lon) + 0.000003 * Math.cos(lon * BD09.turns)
  return { lon: radius * Math.cos(angle) + BD09.lon, lat: radius * Math.sin(angle) + BD09.lat }
}

/** Steps after which what is left is below a centimetre. */
const STEPS = 4

/** The position that is drawn there. */
export const fromDatum = (datum: MapDatum, drawn: LonLat): LonLat => {
  if (datum === 'wgs84') return drawn
  let at = drawn
  for (let step = 0; step < STEPS; step++) {
    const there = toDatum(datum, at)
    at = { lon: at.lon + drawn.lon - there.lon, lat: at.lat + drawn.lat - there.lat }
  }
  return at
}

/** Mainland China, roughly, as the shift is defined. */
const isShifted = ({ lon, lat }: LonLat): boolean => lon >= 72.004 && lon <= 137.8347 && lat >= 0.8293 && lat <= 55.8271

const waves = (of: number, terms: readonly (readonly [number, number])[]): number =>
  terms.reduce((sum, [height, turns]) => sum + height * Math.sin(of * turns * Math.PI), 0)

const shiftOf = ({ lon, lat }: LonLat): LonLat => {
  const [x, y] = [lon - 105, lat - 35]
  const common =
    (waves(x, [
      [20, 6],
      [20, 2],
    ]) *
      2) /
    3
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(y, [
      [20, 1],
      [40, 1 / 3],
    ]) *
      2) /
      3 +
    (waves(y, [
      [160, 1 / 12],
      [320, 1 / 30],
    ]) *
      2) /
      3
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    common +
    (waves(x, [
      [20, 1],
      [40, 1 / 3],
    ]) *
      2) /
      3 +
    (waves(x, [
      [150, 1 / 12],
      [300, 1 / 30],
    ]) *
      2) /
      3
  const radians = (lat / 180) * Math.PI
  const bend = 1 - ECCENTRICITY * Math.sin(radians) ** 2
  return {
    lat: (north * 180) / (((AXIS_M * (1 - ECCENTRICITY)) / (bend * Math.sqrt(bend))) * Math.PI),
    lon: (east * 180) / ((AXIS_M / Math.sqrt(bend)) * Math.cos(radians) * Math.PI),
  }
}
