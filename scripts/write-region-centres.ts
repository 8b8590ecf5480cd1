import { readFileSync, writeFileSync } from 'node:fs'
import { regionCentresOf } from './region-centres.ts'

/** Writes `server/src/platform/region-centres.ts` from the outlines of the map: `node scripts/write-region-centres.ts`. */
const outlines = JSON.parse(readFileSync('console/src/ui/map/outlines.geojson', 'utf8'))
const rows = regionCentresOf(outlines).map(
  ({ code, lat, lon, radius_km }) => `  ${/^\d/.test(code) ? `'${code}'` : code}: [${lat}, ${lon}, ${radius_km}],`,
)
writeFileSync(
  'server/src/platform/region-centres.ts',
  // The first word apart: a search for exports finds those of files, not of this text.
  `/**
 * The middle of provinces of China (GB/T 2260) and of countries (ISO 3166-1): latitude and longitude (WGS-84), and the radius
 * in km that holds 80 % of the area. Written by \`scripts/write-region-centres.ts\` from the outlines of the map.
 */
${'export'} const REGION_CENTRES: Readonly<Record<string, readonly [lat: number, lon: number, radius_km: number]>> = {
${rows.join('\n')}
}
`,
)
