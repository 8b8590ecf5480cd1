import { DistributorFilter } from '@heatfleet/contract/distributors/distributors.ts'
import { describe, expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { distributors } = await import('./list.tsx')

const addressOf = (query: string) => readParams(distributors.params, new URLSearchParams(query))
const FULL =
  'under=7&agent_name=Depot&agent_level=2&product_key=r290-monobloc&has_account=no&region_code=330000&country=CN&disabled=yes&created_from=2026-11-01&sort_by=created_time&sort_order=desc&pageNo=3&size=50'

describe('the address of the distributors', () => {
  it('requests what it says, and the contract takes it', () => {
    const body = distributors.bodyOf(addressOf(FULL))
    expect(DistributorFilter.parse(body)).toEqual({
      under: 7,
      agent_name: 'Depot',
      agent_level: 2,
      product_key: 'r290-monobloc',
      has_account: false,
      region_code: '330000',
      country: 'CN',
      disabled: true,
      created_from: new Date(2026, 10, 1).toISOString(),
      sort_by: 'created_time',
      sort_order: 'desc',
    })
  })

  it('is written as it was read, and is empty without filters', () => {
    expect(writeParams(distributors.params, addressOf(FULL)).toString()).toBe(FULL)
    expect(writeParams(distributors.params, addressOf('agent_level=4&under=x&sort_by=password')).toString()).toBe('')
    expect(distributors.bodyOf(addressOf('view=coverage'))).toEqual({ sort_by: 'tree', sort_order: 'asc' })
  })

  it('is narrowed by the tree, which clearing the filters empties; the view stays', () => {
    expect(distributors.filters.under?.narrows?.(addressOf('under=7'), 'under')).toBe(true)
    expect(distributors.filters.under?.narrows?.(addressOf(''), 'under')).toBe(false)
    expect(distributors.kept).toEqual(['view'])
  })
})
