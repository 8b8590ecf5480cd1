import en from '@heatfleet/contract/regions/names.en.json' with { type: 'json' }
import pl from '@heatfleet/contract/regions/names.pl.json' with { type: 'json' }
import { areaList } from '@vant/area-data'

/** The provinces, cities and counties of GB/T 2260, current to 2024. */
const { province_list, city_list, county_list } = areaList

/** True for a code of a province (`330000`), a city (`330100`) or a county (`330110`) that exists. */
export const isRegionCode = (code: string): boolean =>
  Object.hasOwn(province_list, code) || Object.hasOwn(city_list, code) || Object.hasOwn(county_list, code)

type Names = Readonly<Record<string, string>>
const CHINESE: Names = { ...county_list, ...city_list, ...province_list }
const NAMES: Readonly<Record<'en' | 'zh' | 'pl', Names>> = { en, zh: CHINESE, pl }

/**
 * `330110` -> `浙江省 / 杭州市 / 余杭区` or `Zhejiang / Hangzhou / Yuhang District`; a municipality is named once, and a code that
 * is none of China's is its own name.
 */
export const regionName = (code: string, language: 'en' | 'zh' | 'pl'): string => {
  const path = new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])
  const names = [...path].flatMap((one) => NAMES[language][one] ?? [])
  return names.length === 0 ? code : [...new Set(names)].join(' / ')
}
