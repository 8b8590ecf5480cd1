import en from '@heatfleet/contract/regions/names.en.json' with { type: 'json' }
import pl from '@heatfleet/contract/regions/names.pl.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { type Region, regionName, regionPath, regions, withLatin } from './region-table.ts'

const all = (list: readonly Region[]): Region[] => list.flatMap((region) => [region, ...all(region.children)])

describe('regions of GB/T 2260', () => {
  it('are 34 provinces with their cities and counties', () => {
    expect(regions).toHaveLength(34)
    expect(all(regions).length).toBeGreaterThan(3_800)
  })

  it.each([
    ['330000', '浙江省'],
    ['330100', '浙江省 / 杭州市'],
    ['330110', '浙江省 / 杭州市 / 余杭区'],
    ['110101', '北京市 / 东城区'],
    ['110100', '北京市'],
    ['PL-12', 'PL-12'],
    ['339999', '339999'],
  ])('%s is %s', (code, name) => {
    expect(regionName(code, null)).toBe(name)
  })

  it.each([
    ['330110', en, 'Zhejiang / Hangzhou / Yuhang District'],
    ['110101', en, 'Beijing / Dongcheng District'],
    ['110101', pl, 'Pekin / dzielnica Dongcheng'],
    ['PL-12', en, 'PL-12'],
  ])('%s in Latin letters is %#', (code, names, name) => {
    expect(regionName(code, names)).toBe(name)
  })

  it.each([
    ['en', en, true, 'Yuhang District'],
    ['zh', en, false, '余杭区'],
    ['pl', pl, true, 'dzielnica Yuhang'],
  ])(
    'in %s a county is named in the language, and found by Chinese and by Latin letters',
    (_, latin, is_shown, name) => {
      const county = all(withLatin(regions, latin, is_shown)).find(({ code }) => code === '330110')
      expect(county?.name).toBe(name)
      expect(['余杭', 'yuhang'].map((text) => county?.found_by.includes(text))).toEqual([true, true])
      const city = all(withLatin(regions, latin, is_shown)).find(({ code }) => code === '610100')
      expect(city?.found_by).toContain('xian')
    },
  )

  it('are below the codes of their path', () => {
    const walk = (list: readonly Region[], above: string[]): boolean =>
      list.every(({ code, children }) => {
        const path = [...above, code]
        return regionPath(code).join() === path.join() && walk(children, path)
      })
    expect(walk(regions, [])).toBe(true)
  })
})
