import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '../../../test/distributors-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { factsOf } from '../devices/registration.ts'
import { storeRegistration } from '../devices/store-connectivity.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
let mac: string
let device_id: number
const product_key = 'r290-monobloc'
const params = { product_key }
const switchOff = (disabled: boolean) => admin(api.productDisable, { params, body: { disabled } })
const found = async (body: { disabled?: boolean }) =>
  (await admin(api.productInfo, { body })).list.map((product) => product.product_key)
/** An unknown controller of the built-in product registers. */
const announce = async () => {
  await database.db
    .updateTable('devices')
    .set({ info_pk: null, identify_status: 'not_started' })
    .where('device_id', '=', device_id)
    .execute()
  const registration = { hw: 'M1', fw: '1.0', mcu: { hw: 'CG248075', sw: '3' } }
  await storeRegistration(database.pool, factsOf(device_id, registration as never))
  return database.db
    .selectFrom('devices')
    .select(['info_pk', 'identify_status', 'product_key'])
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
}

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  const first = await database.db
    .selectFrom('devices')
    .select(['mac', 'device_id'])
    .where('product_key', '=', product_key)
    .orderBy('device_id')
    .executeTakeFirstOrThrow()
  ;({ mac, device_id } = first)
})

describe('a disabled product takes nothing new', () => {
  beforeEach(() => switchOff(true))

  it.each([
    ['publishing', () => admin(api.productPublish, { params, body: { revision: 0 } }), 'product_disabled'],
    ['a virtual unit of its version', () => start('published'), 'product_disabled'],
    ['a virtual unit of its draft', () => start('draft'), 'product_disabled'],
    [
      'a register name',
      () => admin(api.addRegister, { body: { product_key, register_names: ['NEW-1'] } }),
      'product_disabled product_key',
    ],
    [
      'a distributor that sells it from now on',
      () => createAgent(admin, fleet, { product_keys: [product_key] }),
      'product_disabled product_keys',
    ],
  ])('%s: refused', async (_, action, refusal) => {
    expect(await refusalOf(action())).toBe(refusal)
    await switchOff(false)
    expect(await refusalOf(action())).not.toContain('product_disabled')
  })

  it('no unit is recognised as it, and none it has is taken away', async () => {
    expect(await announce()).toEqual({ info_pk: null, identify_status: 'not_started', product_key })
    await switchOff(false)
    expect(await announce()).toEqual({ info_pk: product_key, identify_status: 'recognized', product_key })
  })

  it('is shown by the list and found by its filter', async () => {
    expect(await found({ disabled: true })).toEqual([product_key])
    expect(await found({ disabled: false })).not.toContain(product_key)
    const { list } = await admin(api.productInfo, { body: { product_key } })
    expect(list[0]).toMatchObject({ disabled: true, state: 'published' })
    await switchOff(false)
    expect(await found({ disabled: true })).toEqual([])
  })
})

describe('a disabled product keeps what it has', () => {
  beforeEach(() => switchOff(true))

  it.each([
    ['its units are shown', () => admin(api.deviceInfo, { query: { mac } })],
    ['its definition is read', () => admin(api.productInfo, { body: { product_key, with_points: true } })],
    ['its draft is edited', () => admin(api.productDraftSave, { params, body: { revision: 0 } })],
    ['it is exported', () => admin(api.productExport, { params, query: { format: 'csv' } })],
    [
      'it is copied',
      async () => {
        const { list } = await admin(api.productInfo, { body: { product_key } })
        const [product] = list
        if (product === undefined) throw new Error('there is no product')
        const { english_name, data_type, topology, network_type, platforms } = product
        const basics = { english_name, data_type, topology, network_type, platforms, bind_limit: 1 }
        const rest = { name: 'Copied', category: 'other' as const, description: '', solution: '' }
        return admin(api.productCreate, {
          body: { product_key: 'copied', like: product_key, basics: { ...basics, ...rest } },
        })
      },
    ],
  ])('%s', async (_, action) => {
    expect(await refusalOf(action())).toBe('ok')
  })
})

const start = (of: 'draft' | 'published') => admin(api.virtualUnitStart, { params, body: { of, agent_id: null } })
