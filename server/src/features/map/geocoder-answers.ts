import { LIMITS } from '@heatfleet/contract/limits.ts'
import { fromDatum } from '@heatfleet/contract/map/datum.ts'
import type { GeocodeCandidate } from '@heatfleet/contract/map/map.ts'
import { z } from 'zod'
import type { GeocoderFormat } from '../../platform/map-sources.ts'

const Degrees = z.union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d+)?$/)]).transform(Number)
const Lat = Degrees.pipe(z.number().min(-90).max(90))
const Lon = Degrees.pipe(z.number().min(-180).max(180))
const Label = z.string().trim().min(1)

/** Search of Nominatim, `format=json` or `jsonv2`; the box is south, north, west, east. */
const Nominatim = z.array(
  z.object({ display_name: Label, lat: Lat, lon: Lon, boundingbox: z.tuple([Lat, Lat, Lon, Lon]).optional() }),
)

/** `v3/geocode/geo` of AMap; what is empty is an empty list there. */
const Amap = z.object({
  status: z.literal('1'),
  geocodes: z.array(
    z.object({
      formatted_address: z.union([Label, z.array(z.never())]),
      location: z.string().regex(/^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/),
      level: z.union([z.string(), z.array(z.never())]).optional(),
    }),
  ),
})

/** How far an address of AMap's level may be from the point it gives, m: about the size of what the level names. */
const AMAP_ACCURACY_M: Readonly<Record<string, number>> = {
  单元号: 30,
  门牌号: 50,
  门址: 50,
  兴趣点: 100,
  公交地铁站点: 200,
  道路交叉路口: 200,
  住宅区: 300,
  道路: 1_000,
  热点商圈: 1_500,
  村庄: 2_000,
  街道: 3_000,
  乡镇: 5_000,
  开发区: 10_000,
  区县: 25_000,
  市: 60_000,
  省: 250_000,
  国家: 2_500_000,
}
/** Of an answer that does not say how exact it is: never taken for a house. */
const UNKNOWN_ACCURACY_M = 50_000
/** A house stands beside its point. */
const ACCURACY_MIN_M = 25
const M_PER_DEGREE = 111_195

/** The places of an answer in WGS-84; null = not in the agreed form. */
export const readCandidates = (format: GeocoderFormat, text: string): GeocodeCandidate[] | null => {
  const found = format === 'amap' ? ofAmap(parsed(text)) : ofNominatim(parsed(text))
  return found?.slice(0, LIMITS.geocode_candidates_max) ?? null
}

const ofNominatim = (answer: unknown): GeocodeCandidate[] | null => {
  const { data } = Nominatim.safeParse(answer)
  if (data === undefined) return null
  return data.map(({ display_name, lat, lon, boundingbox }) => {
    if (boundingbox === undefined) return candidate(display_name, { lat, lon }, UNKNOWN_ACCURACY_M)
    const [south, north, west, east] = boundingbox
    const height_m = (north - south) * M_PER_DEGREE
    const width_m = (east - west) * M_PER_DEGREE * Math.cos((lat / 180) * Math.PI)
    return candidate(display_name, { lat, lon }, Math.hypot(height_m, width_m) / 2)
  })
}

const ofAmap = (answer: unknown): GeocodeCandidate[] | null => {
  const { data } = Amap.safeParse(answer)
  if (data === undefined) return null
  return data.geocodes.flatMap(({ formatted_address, location, level }) => {
    const [lon = 0, lat = 0] = location.split(',').map(Number)
    if (typeof formatted_address !== 'string' || Math.abs(lat) > 90 || Math.abs(lon) > 180) return []
    const accuracy_m = (typeof level === 'string' ? AMAP_ACCURACY_M[level] : undefined) ?? UNKNOWN_ACCURACY_M
    return [candidate(formatted_address, fromDatum('gcj02', { lat, lon }), accuracy_m)]
  })
}

const candidate = (label: string, { lat, lon }: { lat: number; lon: number }, accuracy_m: number) => ({
  label: Array.from(label).slice(0, LIMITS.geocode_label_max).join(''),
  lat: rounded(lat),
  lon: rounded(lon),
  accuracy_m: Math.round(Math.min(LIMITS.position_accuracy_max_m, Math.max(ACCURACY_MIN_M, accuracy_m))),
})

/** About ten centimetres. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
