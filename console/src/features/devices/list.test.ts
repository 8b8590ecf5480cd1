import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { describe, expect, test, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'
import { listQuery } from '../../ui/list-address.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '', addEventListener: () => {} })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { devices } = await import('./list.tsx')
const { isComplete } = await import('./keyword-field.tsx')

const { params, bodyOf, kept } = devices
const rules = listQuery(params)
type Address = ReturnType<typeof readAddress>
const readAddress = (query: URLSearchParams) => readParams(params, query)
const writeAddress = (address: Address) => writeParams(params, address)

const empty = readAddress(new URLSearchParams())
const full: Address = {
  view: 'cards',
  quick: 'alarm',
  keyword: '863412060123455, a0b1c2d3e4f5',
  product_key: 'r290-monobloc',
  agent_id: 12,
  include_lower: false,
  manufacturer_stock: true,
  online_status: 'never',
  active_status: false,
  alarm_status: true,
  alarm_severity: 'major',
  vcard_pk: 'not_started',
  identify_status: 'unrecognized',
  import_tag: 'demo & "spring"',
  software_version: '2.08',
  hardware_version: 'CG248075',
  module_version: '1.3.0',
  module_type: 'DTU4G-B',
  bus_status: 'lost',
  has_position: true,
  area: { west: 120, south: 30, east: 120.5, north: 30.25 },
  circle: { lon: 120.3, lat: 30.42, radius_km: 2.5 },
  tag: 'school',
  group_id: 4,
  net: '4g',
  card_ending: true,
  bound: true,
  bound_users_min: 3,
  health: 'bad',
  virtual_units: 'with',
  region_code: '330100',
  import_from: '2026-10-01',
  import_to: '2026-10-31',
  sim_days_left: 30,
  first_online_from: '2026-09-01',
  first_online_to: '2026-09-30',
  last_online_from: '2026-11-01',
  last_online_to: '2026-11-21',
  sort_by: 'last_report_time',
  sort_order: 'desc',
  pageNo: 3,
  size: 999,
}
const fullQuery = () => writeAddress(full)

describe('the address of the device list', () => {
  test('says nothing about what is empty or default', () => {
    expect(writeAddress(empty).toString()).toBe('')
  })

  test('carries every filter there and back', () => {
    expect(readAddress(new URLSearchParams(fullQuery().toString()))).toEqual(full)
    expect(fullQuery().size).toBe(Object.keys(full).length)
  })

  test.each([
    ['an unknown state', 'online_status=asleep'],
    ['a page below 1', 'pageNo=0'],
    ['a page that is no number', 'pageNo=-1e3'],
    ['a size nobody offers', 'size=7'],
    ['a day that is none', 'last_online_from=2026-02-30'],
    ['a distributor that is no number', 'agent_id=Zhejiang'],
    ['an order that is none', 'sort_by=password'],
    ['an area whose corners are in the wrong order', 'area=3,2,1,4'],
    ['a circle without a radius', 'circle=120.3,30.42,0'],
    ['a circle beyond a pole', 'circle=120.3,91,5'],
    ['blanks', 'keyword=%20&product_key='],
  ])('ignores %s', (_, query) => {
    expect(writeAddress(readAddress(new URLSearchParams(query))).toString()).toBe('')
  })

  test('starts at the first page when the filter changes, and only then', () => {
    expect(readAddress(rules.changed(fullQuery(), { net: undefined }))).toEqual({ ...full, net: undefined, pageNo: 1 })
    expect(readAddress(rules.changed(fullQuery(), { pageNo: 4 }))).toEqual({ ...full, pageNo: 4 })
  })

  test('clears filters but keeps quick tab, order and page size; no match clears the quick tab too', () => {
    const order = 'sort_by=last_report_time&sort_order=desc&size=999'
    expect(rules.cleared(fullQuery(), kept).toString()).toBe(`view=cards&quick=alarm&${order}`)
    expect(rules.cleared(fullQuery(), []).toString()).toBe(order)
  })

  test('a saved view forgets the page and opens as it was; the match forgets page and order', () => {
    const view = rules.view(fullQuery())
    expect(view).not.toContain('pageNo')
    expect(readAddress(rules.opened(view))).toEqual({ ...full, pageNo: 1 })
    const match = (address: Address) => rules.match(writeAddress(address))
    expect(match({ ...full, pageNo: 9, sort_by: 'mac', size: 50 })).toBe(match(full))
    expect(match({ ...full, quick: 'all' })).not.toBe(match(full))
  })

  test('a quick tab narrows the list', () => {
    expect(devices.filters.quick?.narrows?.(full, 'quick')).toBe(true)
    expect(devices.filters.quick?.narrows?.(empty, 'quick')).toBe(false)
  })
})

describe('the call of the device list', () => {
  test('asks for what the address says, and the contract accepts it', () => {
    expect(DeviceFilter.parse(bodyOf(full))).toEqual({
      quick: 'alarm',
      macs: ['863412060123455', 'a0b1c2d3e4f5'],
      product_key: 'r290-monobloc',
      agent_id: 12,
      include_lower: false,
      manufacturer_stock: true,
      online_status: 'never',
      active_status: false,
      alarm_status: true,
      alarm_severity: 'major',
      vcard_pk: 'not_started',
      identify_status: 'unrecognized',
      import_tag: 'demo & "spring"',
      software_version: '2.08',
      hardware_version: 'CG248075',
      module_version: '1.3.0',
      module_type: 'DTU4G-B',
      bus_status: 'lost',
      has_position: true,
      area: { west: 120, south: 30, east: 120.5, north: 30.25 },
      circle: { lon: 120.3, lat: 30.42, radius_km: 2.5 },
      tag: 'school',
      group_id: 4,
      net: '4g',
      card_ending: true,
      bound: true,
      bound_users_min: 3,
      health: 'bad',
      virtual_units: 'with',
      region_code: '330100',
      import_from: new Date(2026, 9, 1).toISOString(),
      import_to: new Date(2026, 9, 31, 23, 59, 59, 999).toISOString(),
      sim_days_left: 30,
      first_online_from: new Date(2026, 8, 1).toISOString(),
      first_online_to: new Date(2026, 8, 30, 23, 59, 59, 999).toISOString(),
      last_online_from: new Date(2026, 10, 1).toISOString(),
      last_online_to: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
      sort_by: 'last_report_time',
      sort_order: 'desc',
    })
  })

  test('leaves out what does not filter', () => {
    expect(bodyOf(empty)).toEqual({ include_lower: true, quick: 'all', sort_by: 'urgency', sort_order: 'asc' })
  })

  test('sends a name as a name', () => {
    const body = bodyOf({ ...empty, keyword: ' Szkoła ' })
    expect(body).toMatchObject({ device_name: 'Szkoła' })
    expect(body).not.toHaveProperty('macs')
  })

  test('waits while an id is incomplete', () => {
    expect(isComplete({ keyword: '86341206012' })).toBe(false)
    expect(isComplete(full)).toBe(true)
  })
})
