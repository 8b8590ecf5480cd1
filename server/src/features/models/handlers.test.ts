import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { addModelProduct } from '../../../test/model-boards.ts'
import { codeOf } from '../../../test/refusals.ts'
import { moveAction } from './store-actions.ts'

const { database, fleet, as } = useFleetConsole()
let admin: Call
const macOf = (at: number) => fleet.devices[at]?.mac ?? ''
const [first, second, third] = [() => macOf(0), () => macOf(1), () => macOf(2)]

const addProduct = (key: string, changes: Parameters<typeof addModelProduct>[3] = {}) =>
  addModelProduct(database.db, key, [], changes)
beforeAll(async () => {
  admin = await as('admin')
  await addProduct('alpha')
  await addProduct('elsewhere', { solution: 'pools' })
  await addProduct('old', { disabled: true })
  await database.db
    .insertInto('products')
    .values({
      product_key: 'draft',
      name: 'draft',
      english_name: 'draft',
      category: 'air-water',
      network_type: ['4g'],
      state: 'debugging',
    })
    .execute()
})
beforeEach(async () => {
  await database.db.deleteFrom('model_actions').execute()
  await database.db.updateTable('device_status').set({ online: true, first_online_at: new Date() }).execute()
  await database.db.updateTable('devices').set({ generic: true }).execute()
})
const end = (action_id: number, state: 'failed' | 'effective' | 'recognized' | 'unrecognized') =>
  moveAction(database.pool, action_id, 'sent', { at: new Date() }).then(() =>
    moveAction(database.pool, action_id, state, { at: new Date(), to_pk: state === 'recognized' ? 'alpha' : null }),
  )

describe('setting the model of a device', () => {
  it('queues it and shows it with what it changes', async () => {
    const { action_id } = await admin(api.modelSet, { body: { mac: first(), product_key: 'alpha' } })
    expect(await admin(api.deviceModel, { query: { mac: first() } })).toMatchObject({
      product_key: fleet.product_key,
      imported_pk: fleet.product_key,
      last_set: { action_id, kind: 'set', state: 'queued', operator: 'admin', from_pk: null, to_pk: 'alpha' },
      last_detect: null,
    })
    await end(action_id, 'effective')
    expect(await admin(api.deviceModel, { query: { mac: first() } })).toMatchObject({
      product_key: 'alpha',
      imported_pk: fleet.product_key,
      dtu_default_pk: 'alpha',
      agreement: null,
    })
  })

  it.each([
    ['without a model', '', 'no_model_selected'],
    ['to what is no product', 'no-such-product', 'product_unknown'],
    ['to one that takes no new units', 'old', 'product_disabled'],
    ['to one that was never published', 'draft', 'unpublished_data_points'],
    ['to one of another solution', 'elsewhere', 'model_other_solution'],
  ])('%s is refused', async (_, product_key, code) => {
    expect(await codeOf(admin(api.modelSet, { body: { mac: second(), product_key } }))).toBe(code)
  })

  it('is refused off line, and while another is in progress', async () => {
    const set = () => admin(api.modelSet, { body: { mac: second(), product_key: 'alpha' } })
    await set()
    expect(await codeOf(set())).toBe('model_busy')
    await database.db.deleteFrom('model_actions').execute()
    await database.db.updateTable('device_status').set({ online: false }).execute()
    expect(await codeOf(set())).toBe('device_offline')
  })

  it('offers the published products of its solution', async () => {
    const offered = await admin(api.settableModels, { query: { mac: third() } })
    expect(offered.map(({ product_key }) => product_key).toSorted()).toEqual(['alpha', fleet.product_key].toSorted())
  })
})

describe('detecting the model of a device', () => {
  it('is forbidden for a module that is not generic', async () => {
    await database.db.updateTable('devices').set({ generic: false }).execute()
    expect(await codeOf(admin(api.modelDetect, { body: { mac: first() } }))).toBe('model_not_generic')
  })

  it('is kept in the history with its result, the newest first', async () => {
    const one = await admin(api.modelDetect, { body: { mac: third() } })
    await end(one.action_id, 'recognized')
    const two = await admin(api.modelDetect, { body: { mac: third() } })
    const { list, total } = await admin(api.modelHistory, { query: { mac: third(), size: 1 } })
    expect(total).toBe(2)
    expect(list).toMatchObject([{ action_id: two.action_id, kind: 'detect', state: 'queued', from_pk: 'alpha' }])
    expect(await admin(api.deviceModel, { query: { mac: third() } })).toMatchObject({
      info_pk: 'alpha',
      vcard_pk: 'recognized',
    })
  })
})

describe('many devices', () => {
  it('are started but for those that cannot be, each with its reason', async () => {
    await database.db.updateTable('devices').set({ generic: false }).where('mac', '=', second()).execute()
    const { batch_id, list } = await admin(api.modelBatch, {
      body: { kind: 'detect', macs: [first(), second(), '863412060123455'] },
    })
    expect(batch_id).toBeGreaterThan(0)
    expect(list.map(({ result }) => result)).toEqual(['ok', 'model_not_generic', 'device_not_found'])
    expect(list[0]?.action).toMatchObject({ mac: first(), state: 'queued', batch_id })
  })

  it('are stopped, and those that ended stay as they are', async () => {
    const { batch_id, list } = await admin(api.modelBatch, {
      body: { kind: 'detect', macs: [first(), second(), third()] },
    })
    const [one, two] = list.map(({ action }) => action?.action_id ?? 0)
    await end(one ?? 0, 'unrecognized')
    await moveAction(database.pool, two ?? 0, 'sent', { at: new Date() })
    expect(await admin(api.modelBatchStop, { body: { batch_id } })).toEqual({ stopped: 2 })
    const after = await admin(api.modelBatchInfo, { query: { batch_id } })
    expect(after.list.map(({ action }) => action?.state)).toEqual(['unrecognized', 'stopped', 'stopped'])
    // The detection that was running leaves recognition as it was.
    expect(await admin(api.deviceModel, { query: { mac: second() } })).toMatchObject({ vcard_pk: 'recognized' })
  })

  it('are retried where they failed', async () => {
    const { batch_id, list } = await admin(api.modelBatch, {
      body: { kind: 'set', macs: [first(), second()], product_key: 'alpha' },
    })
    await end(list[0]?.action?.action_id ?? 0, 'failed')
    await end(list[1]?.action?.action_id ?? 0, 'effective')
    const again = await admin(api.modelBatchRetry, { body: { batch_id } })
    expect(again.batch_id).not.toBe(batch_id)
    expect(again.list).toMatchObject([{ mac: first(), result: 'ok', action: { kind: 'set', to_pk: 'alpha' } }])
  })

  it.each([
    ['no device', { kind: 'detect' as const, macs: [] }, 'no_device_selected'],
    ['no model', { kind: 'set' as const, macs: ['863412060123455'], product_key: '' }, 'no_model_selected'],
  ])('%s is refused', async (_, body, code) => {
    expect(await codeOf(admin(api.modelBatch, { body }))).toBe(code)
  })

  it('of a batch are shown to the account that started it alone', async () => {
    const { batch_id } = await admin(api.modelBatch, { body: { kind: 'detect', macs: [first()] } })
    const staff = await as('staff')
    expect(await codeOf(staff(api.modelBatchInfo, { query: { batch_id } }))).toBe('not_found')
    expect(await codeOf(staff(api.modelBatchStop, { body: { batch_id } }))).toBe('not_found')
  })
})

describe('a list of models', () => {
  it('leaves out what is not in the scope', async () => {
    const province = await as('province_b')
    const macs = fleet.devices.map(({ mac }) => mac)
    const { list } = await province(api.modelList, { body: { macs } })
    expect(list.map(({ mac }) => mac)).toEqual(fleet.devices.filter(({ at }) => at === 'B').map(({ mac }) => mac))
  })
})
