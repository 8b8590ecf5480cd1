import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { describe, expect, test } from 'vitest'
import {
  changeAddress,
  type ListAddress,
  matchKey,
  readAddress,
  viewOf,
  withoutFilters,
  writeAddress,
} from './list-address.ts'
import { listRequest } from './list-request.ts'

const empty = readAddress(new URLSearchParams())
const full: ListAddress = {
  quick: 'alarm',
  keyword: '863412060123455, a0b1c2d3e4f5',
  product_key: 'r290-monobloc',
  agent_id: 12,
  include_lower: false,
  online_status: 'never',
  active_status: false,
  alarm_status: true,
  vcard_pk: 'not_started',
  identify_status: 'unrecognized',
  import_tag: 'demo & "spring"',
  software_version: '2.08',
  hardware_version: 'CG248075',
  bus_status: 'lost',
  net: '4g',
  last_online_from: '2026-11-01',
  last_online_to: '2026-11-21',
  sort_by: 'last_report_time',
  sort_order: 'desc',
  pageNo: 3,
  size: 999,
}

describe('the address of the device list', () => {
  test('says nothing about what is empty or default', () => {
    expect(writeAddress(empty).toString()).toBe('')
  })

  test('carries every filter there and back', () => {
    expect(readAddress(new URLSearchParams(writeAddress(full).toString()))).toEqual(full)
    expect(writeAddress(full).size).toBe(Object.keys(full).length)
  })

  test.each([
    ['an unknown state', 'online_status=asleep'],
    ['a page below 1', 'pageNo=0'],
    ['a page that is no number', 'pageNo=-1e3'],
    ['a size nobody offers', 'size=7'],
    ['a day that is none', 'last_online_from=2026-02-30'],
    ['a distributor that is no number', 'agent_id=Zhejiang'],
    ['an order that is none', 'sort_by=password'],
    ['blanks', 'keyword=%20&product_key='],
  ])('ignores %s', (_, query) => {
    expect(writeAddress(readAddress(new URLSearchParams(query))).toString()).toBe('')
  })

  test('starts at the first page when the filter changes, and only then', () => {
    expect(changeAddress(full, { net: undefined }).pageNo).toBe(1)
    expect(changeAddress(full, { pageNo: 4 }).pageNo).toBe(4)
  })

  test('clears filters but keeps quick tab, order and page size', () => {
    expect(writeAddress(withoutFilters(full)).toString()).toBe(
      'quick=alarm&sort_by=last_report_time&sort_order=desc&size=999',
    )
  })

  test('a saved view forgets the page; the match forgets page and order', () => {
    expect(viewOf(full)).not.toContain('pageNo')
    expect(matchKey({ ...full, pageNo: 9, sort_by: 'mac', size: 50 })).toBe(matchKey(full))
    expect(matchKey({ ...full, quick: 'all' })).not.toBe(matchKey(full))
  })
})

describe('the call of the device list', () => {
  test('asks for what the address says, and the contract accepts it', () => {
    const { query, body } = listRequest(full)
    expect(query).toEqual({ pageNo: 3, size: 999 })
    expect(DeviceFilter.parse(body)).toMatchObject({
      macs: ['863412060123455', 'a0b1c2d3e4f5'],
      agent_id: 12,
      include_lower: false,
      active_status: false,
      last_online_from: new Date(2026, 10, 1).toISOString(),
      last_online_to: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
    })
  })

  test('leaves out what does not filter', () => {
    expect(listRequest(empty)).toEqual({
      query: { pageNo: 1, size: 20 },
      body: { include_lower: true, quick: 'all', sort_by: 'mac', sort_order: 'asc' },
    })
  })

  test('sends a name as a name', () => {
    const { body } = listRequest({ ...empty, keyword: ' Szkoła ' })
    expect(body).toMatchObject({ device_name: 'Szkoła' })
    expect(body).not.toHaveProperty('macs')
  })
})
