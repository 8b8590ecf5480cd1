import { describe, expect, it } from 'vitest'
import { regionPrefix } from './region-prefix.ts'
import { isRegionCode, regionName } from './regions.ts'

it.each([
  ['330000', true],
  ['330100', true],
  ['330110', true],
  // Since 2021; a list from before does not have it.
  ['330113', true],
  // Merged into others in 2021.
  ['330103', false],
  ['339999', false],
  ['33', false],
  ['', false],
  ['toString', false],
])('the region %s exists: %s', (code, exists) => {
  expect(isRegionCode(code)).toBe(exists)
})

describe('the beginning of all codes within a region', () => {
  it.each([
    ['330000', '33'],
    ['500000', '50'],
    ['330100', '3301'],
    ['331000', '3310'],
    ['330106', '330106'],
    ['330110', '330110'],
  ])('of %s is %s', (code, prefix) => {
    expect(regionPrefix(code)).toBe(prefix)
  })
})

it.each([
  ['330000', '浙江省', 'Zhejiang', 'Zhejiang'],
  ['330100', '浙江省 / 杭州市', 'Zhejiang / Hangzhou', 'Zhejiang / Hangzhou'],
  [
    '330110',
    '浙江省 / 杭州市 / 余杭区',
    'Zhejiang / Hangzhou / Yuhang District',
    'Zhejiang / Hangzhou / dzielnica Yuhang',
  ],
  ['110101', '北京市 / 东城区', 'Beijing / Dongcheng District', 'Pekin / dzielnica Dongcheng'],
  ['DE-BW', 'DE-BW', 'DE-BW', 'DE-BW'],
])('the region %s is %s, %s, %s', (code, zh, en, pl) => {
  expect((['zh', 'en', 'pl'] as const).map((language) => regionName(code, language))).toEqual([zh, en, pl])
})
