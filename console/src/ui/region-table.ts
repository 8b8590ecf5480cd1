import { foldText } from '@heatfleet/contract/search/fold-text.ts'
import { areaList } from '@vant/area-data'

/** A province, city or county of GB/T 2260 with its subdivisions; it is found by the Chinese and by the Latin name, folded. */
export type Region = { code: string; name: string; found_by: string; children: Region[] }
/** Names by code, or the Chinese ones of the standard. */
export type RegionNames = Readonly<Record<string, string>> | null

const { province_list, city_list, county_list } = areaList

/** The Chinese name of a code; undefined if it is not in the standard. */
const chineseOf = (code: string): string | undefined => county_list[code] ?? city_list[code] ?? province_list[code]

/** The codes from the province down to this one: `330110` -> `330000, 330100, 330110`; empty for an unknown code. */
export const regionPath = (code: string): string[] => {
  if (chineseOf(code) === undefined) return []
  const above = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]
  return above.filter((one, at) => above.indexOf(one) === at && chineseOf(one) !== undefined)
}

/** A region by names from the province down, `浙江省 / 杭州市 / 余杭区`; a municipality is named once. */
export const regionName = (code: string, latin: RegionNames): string => {
  const names = regionPath(code).map((one) => (latin === null ? chineseOf(one) : latin[one]) ?? one)
  return names.length === 0 ? code : names.filter((name, at) => name !== names[at - 1]).join(' / ')
}

const below = (list: Record<string, string>, prefix: string, grandchildren: (code: string) => Region[]): Region[] =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ code, name, found_by: name, children: grandchildren(code) }))

const countiesOf = new Map<string, Region[]>()
for (const [code, name] of Object.entries(county_list)) {
  const city = code.slice(0, 4)
  countiesOf.set(city, [...(countiesOf.get(city) ?? []), { code, name, found_by: name, children: [] }])
}

/** All provinces with their cities and counties, by their Chinese names alone. */
export const regions: readonly Region[] = below(province_list, '', (province) =>
  below(city_list, province.slice(0, 2), (city) => countiesOf.get(city.slice(0, 4)) ?? []),
)

/** The same regions, found by Latin names too, and shown by them where Chinese ones are not read. */
export const withLatin = (
  list: readonly Region[],
  latin: Readonly<Record<string, string>>,
  is_shown: boolean,
): Region[] =>
  list.map(({ code, name, children }) => {
    const other = latin[code] ?? code
    // People type Xian for Xi'an.
    const found_by = foldText(`${name} ${other} ${other.replaceAll("'", '')}`)
    return { code, name: is_shown ? other : name, found_by, children: withLatin(children, latin, is_shown) }
  })
