import { expect, it, vi } from 'vitest'
import { readParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { rollouts } = await import('./list.tsx')
const { rolloutUnits } = await import('./units-list.tsx')
const { bodyOf, startDraft, targetOf } = await import('./wizard-draft.ts')

it('rollouts are requested by the filters of the address', () => {
  const bodyOfQuery = (query: string) => rollouts.bodyOf(readParams(rollouts.params, new URLSearchParams(query)))
  expect(bodyOfQuery('name=Winter&state=paused&creator=staff&product_key=r290-monobloc&mac=863412060123455')).toEqual({
    name: 'Winter',
    state: 'paused',
    creator: 'staff',
    product_key: 'r290-monobloc',
    mac: '863412060123455',
  })
  expect(bodyOfQuery('state=none&mac=8634&tab=templates')).toEqual({})
})

it('units are requested by state, wave and complete ids', () => {
  const bodyOfQuery = (query: string) =>
    rolloutUnits.bodyOf(readParams(rolloutUnits.params, new URLSearchParams(query)))
  expect(bodyOfQuery('state=failed&wave=2&macs=86-3412060123455')).toEqual({
    state: 'failed',
    wave: 2,
    macs: ['863412060123455'],
  })
  expect(bodyOfQuery('macs=8634,863412060123455')).toEqual({})
})

it('the wizard sends only the way in which units were chosen, whatever was typed for another', () => {
  const typed = { ...startDraft({}), software_version: '1.3', macs: '863412060123455', group_id: 4 }
  expect(targetOf(typed)).toEqual({ by: 'filter', filter: { software_version: '1.3' } })
  expect(targetOf({ ...typed, by: 'group' })).toEqual({ by: 'filter', filter: { group_id: 4 } })
  expect(targetOf({ ...typed, by: 'macs' })).toEqual({ by: 'macs', macs: ['863412060123455'] })
})

it('a screen hands over units, a filter or a template', () => {
  expect(startDraft({ macs: ['863412060123455'], product_key: 'a' })).toMatchObject({ by: 'macs', product_key: 'a' })
  const listed = startDraft({ filter: { product_key: 'b', tag: 'school', sort_by: 'mac' } })
  expect(listed).toMatchObject({ by: 'listed', product_key: 'b' })
  expect(targetOf(listed)).toEqual({ by: 'filter', filter: { product_key: 'b', tag: 'school' } })
  expect(bodyOf(startDraft({ product_key: 'a', template: 'Winter' }))).toMatchObject({ template: 'Winter' })
})
