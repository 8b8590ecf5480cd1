import { describe, expect, it } from 'vitest'
import { type Region, regionName, regionPath, regions } from './region-table.ts'

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
    expect(regionName(code)).toBe(name)
  })

  it('are below the codes of their path', () => {
    const walk = (list: readonly Region[], above: string[]): boolean =>
      list.every(({ code, children }) => {
        const path = [...above, code]
        return regionPath(code).join() === path.join() && walk(children, path)
      })
    expect(walk(regions, [])).toBe(true)
  })
})
