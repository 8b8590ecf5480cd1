import { DeadLetterFilter } from '@heatfleet/contract/operations/dead-letters.ts'
import { expect, it, vi } from 'vitest'
import { readParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { deadLetters } = await import('./list.tsx')

const bodyAt = (query: string) => deadLetters.bodyOf(readParams(deadLetters.params, new URLSearchParams(query)))

it('the newest frames are listed first', () => {
  expect(bodyAt('')).toEqual({ sort_by: 'at', sort_order: 'desc' })
})

it('the address says what is asked for, and the contract accepts it', () => {
  const body = bodyAt('tab=frames&mac=7CDF&reason=bad_crc&product_key=r290&known=no&sort_by=bytes&sort_order=asc')
  const filter = { reason: 'bad_crc', product_key: 'r290', known: false, sort_by: 'bytes', sort_order: 'asc' }
  expect(body).toEqual({ ...filter, mac: '7CDF' })
  expect(DeadLetterFilter.parse(body)).toMatchObject({ ...filter, mac: '7cdf' })
})
