import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '', addEventListener: () => {} })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { models, unitPath } = await import('./list.tsx')
const { lastActionOf } = await import('./last-action.ts')

it.each([
  ['', {}],
  ['keyword=863412060123455', { macs: ['863412060123455'] }],
  ['keyword=Villa', { device_name: 'Villa' }],
  ['vcard_pk=unrecognized&online_status=online', { vcard_pk: 'unrecognized', online_status: 'online' }],
  ['product_key=hp&agent_id=3&include_lower=no', { product_key: 'hp', agent_id: 3, include_lower: false }],
])('devices are requested by %s', (query, body) => {
  const address = readParams(models.params, new URLSearchParams(query))
  expect(models.bodyOf(address)).toMatchObject({ sort_by: 'mac', sort_order: 'asc', ...body })
  expect(writeParams(models.params, address).toString()).toBe(query)
})

it('a device is opened beside the list as it is filtered, in place of a batch', () => {
  expect(unitPath('863412060123455', new URLSearchParams('vcard_pk=unrecognized&batch=3'))).toBe(
    '/device/model-setting?vcard_pk=unrecognized&unit=863412060123455',
  )
})

it.each([
  [undefined, undefined, null],
  [3, undefined, 3],
  [undefined, 4, 4],
  [3, 4, 4],
  [5, 4, 5],
])('of the setting %s and the detection %s the newer one is the last action: %s', (set, detect, last) => {
  const action = (action_id: number | undefined) => (action_id === undefined ? null : ({ action_id } as never))
  const found = lastActionOf({ last_set: action(set), last_detect: action(detect) })
  expect(found?.action_id ?? null).toBe(last)
})
