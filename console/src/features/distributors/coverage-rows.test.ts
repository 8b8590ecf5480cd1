import { expect, it } from 'vitest'
import { coverageRows } from './coverage-rows.ts'

const region = (code: string, children: ReturnType<typeof leaf>[] = []) => ({ code, name: code, children })
const leaf = (code: string) => ({ code, name: code, children: [] })
const regions = [region('320000', [leaf('320100')]), region('330000', [leaf('330100'), leaf('330200'), leaf('330300')])]
const row = (region_code: string, seated: number, agencies = 0, devices = 0) => ({
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
