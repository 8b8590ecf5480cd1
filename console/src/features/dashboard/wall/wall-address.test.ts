import { expect, test } from 'vitest'
import { CO2_AT_FIRST } from './co2.ts'
import { kioskAddress, readSetup, WALL_PAGES, writeSetup } from './wall-address.ts'

const first = { title: '', agent_id: undefined, region_code: '', pages: WALL_PAGES, every_s: 30, co2: CO2_AT_FIRST }

test.each([
  ['', first],
  ['title=Plant%202', { ...first, title: 'Plant 2' }],
  ['agent_id=7&every=60', { ...first, agent_id: 7, every_s: 60 }],
  ['pages=efficiency,fleet', { ...first, pages: ['fleet', 'efficiency'] }],
  ['pages=fleet,weather', { ...first, pages: ['fleet'] }],
  ['pages=weather', first],
  ['agent_id=-1&every=1', first],
  ['agent_id=x&every=', first],
  ['region_code=330000', { ...first, region_code: '330000' }],
  ['region_code=%27--', first],
])('address "%s"', (query, setup) => {
  expect(readSetup(new URLSearchParams(query))).toEqual(setup)
})

test('what is written is read again, and the first set-up needs no address', () => {
  const setup = {
    title: 'Zhejiang · live',
    agent_id: 3,
    region_code: '330000',
    pages: ['map'] as const,
    every_s: 10,
    co2: { heat_g: 380, grid_g: 597, source: 'KOBiZE' },
  }
  expect(readSetup(writeSetup(setup))).toEqual(setup)
  expect(writeSetup(first).toString()).toBe('')
})

test('a title is cut to what fits', () => {
  expect(readSetup(new URLSearchParams({ title: 'x'.repeat(99) })).title).toHaveLength(60)
})

test('a kiosk link keeps its key behind the hash; its key alone says which distributor it sees', () => {
  const link = new URL(kioskAddress('https://fleet.example', { ...first, agent_id: 7, every_s: 60 }, 'hft_abc'))
  expect([link.pathname, link.search]).toEqual(['/', ''])
  expect(link.hash).toBe('#/kiosk?every=60&key=hft_abc')
})
