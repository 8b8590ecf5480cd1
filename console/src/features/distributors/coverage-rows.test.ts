import { expect, it } from 'vitest'
import { PROVINCE_PLACES, shortName } from '../../ui/province-places.ts'
import { regions as provinces } from '../../ui/region-table.ts'
import { countryRows, coverageRows } from './coverage-rows.ts'

const region = (code: string, children: ReturnType<typeof leaf>[] = []) => ({
  code,
  name: code,
  found_by: code,
  children,
})
const leaf = (code: string) => ({ code, name: code, found_by: code, children: [] })
const regions = [region('320000', [leaf('320100')]), region('330000', [leaf('330100'), leaf('330200'), leaf('330300')])]
const row = (region_code: string, seated: number, agencies = 0, devices = 0, country = 'CN') => ({
  country,
  region_code,
  seated,
  agencies,
  devices,
})

it('a city counts those who sit in its counties, and one where somebody may sell is no gap', () => {
  const [zhejiang, jiangsu] = coverageRows(regions, [
    row('330110', 2, 0, 7),
    row('330200', 0, 1),
    row('330000', 1, 0, 3),
  ])
  expect(zhejiang).toMatchObject({ code: '330000', distributors: 3, devices: 10, covered: 2 })
  expect(zhejiang?.cities.map(({ state }) => state)).toEqual(['seated', 'sold', 'gap'])
  expect(jiangsu).toMatchObject({ distributors: 0, covered: 0 })
})

it('an agency for the whole province leaves no gap in it', () => {
  const zhejiang = coverageRows(regions, [row('330000', 0, 1)]).find(({ code }) => code === '330000')
  expect(zhejiang?.cities.map(({ state }) => state)).toEqual(['sold', 'sold', 'sold'])
})

it('who sits abroad is counted by the country, and in no province', () => {
  const covered = [row('PL-12', 2, 0, 7, 'PL'), row('', 1, 0, 3, 'PL'), row('330110', 1, 0, 5), row('', 4, 0, 0, 'DE')]
  expect(countryRows(covered)).toEqual([
    { country: 'DE', distributors: 4, devices: 0 },
    { country: 'PL', distributors: 3, devices: 10 },
  ])
  expect(coverageRows(regions, covered).map(({ distributors }) => distributors)).toEqual([1, 0])
})

it('every province has a place of its own on the map, and a name that fits', () => {
  expect(Object.keys(PROVINCE_PLACES).sort()).toEqual(provinces.map(({ code }) => code).sort())
  expect(new Set(Object.values(PROVINCE_PLACES).map(String)).size).toBe(provinces.length)
  for (const { name } of provinces) expect(shortName(name)).toMatch(/^.{2,3}$/)
  // Neighbours as on the globe.
  const at = (code: string) => PROVINCE_PLACES[code] ?? [0, 0]
  const [zhejiang, jiangsu, guangdong, heilongjiang] = ['330000', '320000', '440000', '230000'].map(at)
  expect([zhejiang?.[0], (zhejiang?.[1] ?? 0) - 1]).toEqual(jiangsu)
  expect(guangdong?.[1]).toBeGreaterThan(heilongjiang?.[1] ?? 9)
})
