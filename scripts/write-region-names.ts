import { writeFileSync } from 'node:fs'
import { areaList } from '@vant/area-data'
import { latinNamesOf } from './region-names.ts'

/** Writes `contract/src/regions/names.{en,pl}.json`: `node scripts/write-region-names.ts`. */
const names = Object.entries(
  latinNamesOf({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list }),
).toSorted(([a], [b]) => Number(a) - Number(b))
for (const [at, language] of (['en', 'pl'] as const).entries())
  writeFileSync(
    `contract/src/regions/names.${language}.json`,
    `${JSON.stringify(Object.fromEntries(names.map(([code, name]) => [code, name[at]])), null, 2)}\n`,
  )
