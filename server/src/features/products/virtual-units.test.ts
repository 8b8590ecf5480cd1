import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { readBuiltInProduct } from './built-in.ts'
import { listEndedUnits } from './store-virtual-units.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
const product_key = 'tried'
const params = { product_key }
const played = () => console_.played.at(-1) ?? []
const start = (of: 'draft' | 'published') => admin(api.virtualUnitStart, { params, body: { of, agent_id: null } })
const stop = (mac: string) => admin(api.virtualUnitStop, { params: { mac } })

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  await admin(api.productCreate, {
    body: {
      product_key,
      basics: { ...exampleProductFile.basics, name: '试用', english_name: 'Tried' },
    },
  })
})

const save = async (address: number) => {
  const { revision } = await admin(api.productDraft, { params })
  const [sample] = readBuiltInProduct().points
  if (sample === undefined) throw new Error('the built-in product has no point')
  await admin(api.productDraftSave, {
    params,
    body: { revision, set: [{ ...sample, key: 'one', address, block: null }] },
  })
}

describe('a virtual unit', () => {
  it('needs a definition to read by', async () => {
    expect(await codeOf(start('draft'))).toBe('no_data_point')
    expect(await codeOf(start('published'))).toBe('no_data_point')
  })

  it('of a draft reads by a copy of it, which is hidden among the products', async () => {
    await save(7)
    expect(await codeOf(start('published'))).toBe('unpublished_data_points')
    const { mac } = await start('draft')
    const [unit] = await admin(api.virtualUnitList, {})
    expect(unit).toMatchObject({ mac, product_key, of: 'draft', online_status: 'never', started_by: 'admin' })
    expect(played()).toMatchObject([{ did: mac, points: [{ key: 'one', address: 7 }] }])
    const { list } = await admin(api.productInfo, {})
    expect(list.filter((product) => product.product_key.startsWith(product_key))).toHaveLength(1)
    expect(await admin(api.deviceInfo, { query: { mac } })).toMatchObject({ simulated: true })
    const { list: copies } = await admin(api.productInfo, {
      body: { product_key: `${product_key}-draft`, with_points: true },
    })
    expect(copies[0]?.points).toMatchObject([{ key: 'one', address: 7 }])
  })

  it('keeps its product from being deleted', async () => {
    expect(await codeOf(admin(api.productDelete, { params }))).toBe('product_is_used')
  })

  it('is deleted with the copy it read by, and the gateway is notified', async () => {
    const [unit] = await admin(api.virtualUnitList, {})
    await stop(unit?.mac ?? '')
    expect(await admin(api.virtualUnitList, {})).toEqual([])
    expect(played()).toEqual([])
    expect(console_.published.at(-1)).toMatchObject({ kind: 'devices_changed' })
    const { list } = await admin(api.productInfo, { body: { product_key: `${product_key}-draft` } })
    expect(list).toEqual([])
    expect(await codeOf(stop(unit?.mac ?? ''))).toBe('virtual_unit_unknown')
  })

  it('of a published product follows the versions that are published while it runs', async () => {
    const publish = async () => {
      const { revision } = await admin(api.productDraft, { params })
      await admin(api.productPublish, { params, body: { revision, accept_warnings: true } })
    }
    await publish()
    const { mac } = await start('published')
    expect(played()).toMatchObject([{ did: mac, points: [{ address: 7 }] }])
    await save(9)
    await publish()
    await eventually(() => played()).toMatchObject([{ did: mac, points: [{ address: 9 }] }])
  })

  it('is listed, started and stopped within the own resource group alone', async () => {
    const hangzhou = (await console_.signIn('staff_hangzhou')).call
    const { A11, B } = fleet.distributors
    const startAt = (agent_id: number | null) =>
      hangzhou(api.virtualUnitStart, { params, body: { of: 'published', agent_id } })
    for (const place of [B.agent_id, null]) expect(await codeOf(startAt(place))).toBe('distributor_not_found')
    const elsewhere = await admin(api.virtualUnitStart, { params, body: { of: 'published', agent_id: B.agent_id } })
    const own = [await startAt(A11.agent_id), await startAt(A11.agent_id)].map(({ mac }) => mac)
    expect((await hangzhou(api.virtualUnitList, {})).map(({ mac }) => mac)).toEqual(own.toReversed())
    expect(await codeOf(hangzhou(api.virtualUnitStop, { params: elsewhere }))).toBe('virtual_unit_unknown')
    for (const mac of own) await hangzhou(api.virtualUnitStop, { params: { mac } })
    await stop(elsewhere.mac)
  })

  it('ends by itself after its hours', async () => {
    const ended = async (after_ms: number) => {
      const now = new Date(Date.now() + after_ms)
      return (await listEndedUnits(database.db, now)).length
    }
    expect(await ended(0)).toBe(0)
    expect(await ended(LIMITS.virtual_unit_ms + 1000)).toBe(1)
  })

  it('is one of a limited number', async () => {
    for (let n = (await admin(api.virtualUnitList, {})).length; n < LIMITS.virtual_units_max; n++)
      await start('published')
    expect(await codeOf(start('published'))).toBe('virtual_units_full')
  })
})

describe('the board behind a virtual unit', () => {
  beforeAll(async () => {
    for (const { mac } of await admin(api.virtualUnitList)) await stop(mac)
  })
  const begin = (more: { board_pk?: string; board?: 'silent' }) =>
    admin(api.virtualUnitStart, {
      params: { product_key: fleet.product_key },
      body: { of: 'published', agent_id: null, ...more },
    })

  it('is the one of its own product, and refuses what that has not', async () => {
    const { mac } = await begin({})
    const unit = played().find(({ did }) => did === mac)
    expect(unit).toMatchObject({ baud: 19_200, fmt: '8N2', slave: 1, board: 'answers' })
    expect(unit?.blocks.length).toBeGreaterThan(0)
    await stop(mac)
  })

  it('may be silent, or another product’s that is published', async () => {
    const { mac } = await begin({ board: 'silent', board_pk: fleet.product_key })
    expect(played().find(({ did }) => did === mac)).toMatchObject({ board: 'silent' })
    expect(await codeOf(begin({ board_pk: 'no-such-product' }))).toBe('product_unknown')
    await stop(mac)
  })

  it('stays when a model that was set reads the unit, and no product goes with the unit', async () => {
    const { mac } = await begin({})
    await database.db
      .updateTable('devices')
      .set({ product_key: 'tried', imported_pk: fleet.product_key, dtu_default_pk: 'tried' })
      .where('mac', '=', mac)
      .execute()
    const list = await admin(api.virtualUnitList)
    expect(list.find((unit) => unit.mac === mac)).toMatchObject({ of: 'published', product_key: fleet.product_key })
    await stop(mac)
    const kept = await database.db
      .selectFrom('products')
      .select('product_key')
      .where('product_key', '=', 'tried')
      .execute()
    expect(kept).toHaveLength(1)
  })
})
