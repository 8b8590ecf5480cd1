import { describe, expect, it } from 'vitest'
import { isCovered, isPartlyCovered, toggleRegion } from './region-choice.ts'
import { regions } from './region-table.ts'

const ZHEJIANG = '330000'
const HANGZHOU = '330100'
const YUHANG = '330110'
const cities = (regions.find(({ code }) => code === ZHEJIANG)?.children ?? []).map(({ code }) => code)
const counties = (
  regions.find(({ code }) => code === ZHEJIANG)?.children.find(({ code }) => code === HANGZHOU)?.children ?? []
).map(({ code }) => code)

describe('several regions', () => {
  it('a region takes the place of those below it', () => {
    expect(toggleRegion([YUHANG, '320500'], HANGZHOU)).toEqual(['320500', HANGZHOU])
  })

  it('the last county of a city makes it the city, the last city the province', () => {
    const but_one = counties.filter((code) => code !== YUHANG)
    expect(toggleRegion(but_one, YUHANG)).toEqual([HANGZHOU])
    const other_cities = cities.filter((code) => code !== HANGZHOU)
    expect(toggleRegion([...other_cities, ...but_one], YUHANG)).toEqual([ZHEJIANG])
  })

  it('a province without one of its counties is its other cities and the other counties', () => {
    const left = toggleRegion(['320500', ZHEJIANG], YUHANG)
    expect(left).toEqual([
      '320500',
      ...cities.filter((code) => code !== HANGZHOU),
      ...counties.filter((code) => code !== YUHANG),
    ])
    expect(toggleRegion(left, YUHANG)).toEqual(['320500', ZHEJIANG])
  })

  it.each([
    ['itself', [YUHANG], YUHANG, true, false],
    ['what is above', [ZHEJIANG], YUHANG, true, false],
    ['a part of it', [YUHANG], HANGZHOU, false, true],
    ['an unknown code', ['999999'], HANGZHOU, false, false],
  ])('is chosen by %s', (_, codes, code, covered, partly) => {
    expect([isCovered(codes, code), isPartlyCovered(codes, code)]).toEqual([covered, partly])
  })

  it('an unknown code stays until it is removed', () => {
    expect(toggleRegion(['999999'], YUHANG)).toEqual(['999999', YUHANG])
    expect(toggleRegion(['999999', YUHANG], '999999')).toEqual([YUHANG])
  })
})
