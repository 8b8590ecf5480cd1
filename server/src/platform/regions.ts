import { areaList } from '@vant/area-data'

/** The provinces, cities and counties of GB/T 2260, current to 2024. */
const { province_list, city_list, county_list } = areaList

/** True for a code of a province (`330000`), a city (`330100`) or a county (`330110`) that exists. */
export const isRegionCode = (code: string): boolean =>
  Object.hasOwn(province_list, code) || Object.hasOwn(city_list, code) || Object.hasOwn(county_list, code)

/** `330110` -> `浙江省 / 杭州市 / 余杭区`; a code that is none of China's is its own name. */
export const regionName = (code: string): string => {
  const names = [
    province_list[`${code.slice(0, 2)}0000`],
    code.endsWith('0000') ? undefined : city_list[`${code.slice(0, 4)}00`],
    code.endsWith('00') ? undefined : county_list[code],
  ].filter((name) => name !== undefined)
  return names.length === 0 ? code : names.join(' / ')
}
