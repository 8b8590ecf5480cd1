import { areaList } from '@vant/area-data'

/** The provinces, cities and counties of GB/T 2260, current to 2024. */
const { province_list, city_list, county_list } = areaList

/** True for a code of a province (`330000`), a city (`330100`) or a county (`330110`) that exists. */
export const isRegionCode = (code: string): boolean =>
  Object.hasOwn(province_list, code) || Object.hasOwn(city_list, code) || Object.hasOwn(county_list, code)
