import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { untilGiven } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

describe('changes of a device', () => {
  const { database, fleet, as } = useFleetConsole()

  const addStock = async (mac: string) => {
    await database.db
      .insertInto('devices')
      .values({
        mac,
        device_name: mac,
        product_key: fleet.product_key,
        agent_id: null,
        agent_path: '/',
        net: 'wifi',
        secret_sealed: Buffer.alloc(32),
        import_time: new Date(),
      })
      .execute()
    return mac
  }

  it('keeps tags without regard to letter case, and filters by one', async () => {
    const admin = await as('admin')
    const [{ mac } = { mac: '' }] = fleet.devices
    const change = (tags: string[], how: 'add' | 'remove' | 'replace') =>
      admin(api.deviceTags, { query: { mac }, body: { tags, how } })
    expect((await change(['School', 'spring'], 'add')).tags).toEqual(['School', 'spring'])
    expect((await change(['SCHOOL', 'a'], 'add')).tags).toEqual(['a', 'School', 'spring'])
    expect((await change(['school'], 'remove')).tags).toEqual(['a', 'spring'])
    expect((await change(['Spring', 'north'], 'replace')).tags).toEqual(['north', 'Spring'])
    const found = await admin(api.deviceList, { body: { tag: 'NORTH' } })
    expect(found.list.map((device) => [device.mac, device.tags])).toEqual([[mac, ['north', 'Spring']]])
    expect(found.counts.all).toBe(1)
    expect(await admin(api.deviceTagNames)).toEqual([
      { tag: 'north', device_count: 1 },
      { tag: 'Spring', device_count: 1 },
    ])
    const many = Array.from({ length: LIMITS.device_tags_max }, (_, at) => `t${at}`)
    expect(await codeOf(change(many, 'add'))).toBe('device_tags_full')
    expect((await change(many, 'replace')).tags).toHaveLength(LIMITS.device_tags_max)
    expect((await change([], 'replace')).tags).toEqual([])
  })

  it('tags and deletes many, each within the scope', async () => {
    const call = await as('province_a')
    const request = (tag: string): NonNullable<RequestOf<typeof api.batchCreate>['body']> => ({
      action: 'device-tag',
      which: { by: 'filter', filter: {}, except: [] },
      input: { tags: [tag], how: 'add' },
    })
    const ended = async (started: { batch_id: number }, person: Call) =>
      untilGiven(async () => {
        const answer = await person(api.batchItems, { params: { id: started.batch_id } })
        if (answer.batch.finished_at === null) throw new Error(answer.batch.state)
        return answer
      })
    const answer = await ended(await call(api.batchCreate, { body: request('province') }), call)
    const own = (await call(api.deviceList)).list
    expect(own.length).toBeGreaterThan(0)
    expect(answer.list.map(({ name, result }) => [name, result])).toEqual(own.map(({ mac }) => [mac, 'ok']))
    const admin = await as('admin')
    expect((await admin(api.deviceList, { body: { tag: 'province' } })).list.map(({ mac }) => mac)).toEqual(
      own.map(({ mac }) => mac),
    )
    // Its role may not delete.
    const which = { by: 'filter' as const, filter: { macs: own.slice(0, 1).map(({ mac }) => mac) }, except: [] }
    const deletion = { body: { action: 'device-delete' as const, which, input: {} } }
    expect(await codeOf(call(api.batchCreate, deletion))).toBe('no_permission')
    const [{ device_id } = { device_id: 0 }] = fleet.devices.filter(({ mac }) => mac === own[0]?.mac)
    await database.db
      .insertInto('device_status')
      .values({ device_id, last_report_at: new Date() })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ last_report_at: new Date() }))
      .execute()
    const refused = await ended(await admin(api.batchCreate, deletion), admin)
    expect(refused.list.map(({ result }) => result)).toEqual(['device_was_online'])
  })

  it('mutes the alarms of many until a time, one mute for each', async () => {
    const call = await as('province_a')
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const own = (await call(api.deviceList)).list
    const started = await call(api.batchCreate, {
      body: {
        action: 'device-mute',
        which: { by: 'filter', filter: {}, except: [] },
        input: { reason: 'Pumps are being replaced', until },
      },
    })
    const { list } = await untilGiven(async () => {
      const answer = await call(api.batchItems, { params: { id: started.batch_id } })
      if (answer.batch.finished_at === null) throw new Error(answer.batch.state)
      return answer
    })
    expect(list.map(({ name, result }) => [name, result])).toEqual(own.map(({ mac }) => [mac, 'ok']))
    const mutes = (await call(api.alarmMuteList, { body: { state: 'active' } })).list
    const by_mac = (a: { mac: string | null }, b: { mac: string | null }) => (a.mac ?? '').localeCompare(b.mac ?? '')
    expect(mutes.map(({ mac, type, code, reason }) => ({ mac, type, code, reason })).toSorted(by_mac)).toEqual(
      own.map(({ mac }) => ({ mac, type: null, code: null, reason: 'Pumps are being replaced' })).toSorted(by_mac),
    )
  })

  it('sets a position and takes it away', async () => {
    const admin = await as('admin')
    const [{ mac } = { mac: '' }] = fleet.devices
    const position = { lat: 52.23, lon: 21.01, address: 'Warszawa' }
    await admin(api.devicePosition, { query: { mac }, body: { position } })
    const [device] = (await admin(api.deviceList, { body: { macs: [mac] } })).list
    expect(device?.position).toEqual({ ...position, accuracy_m: null })
    await admin(api.devicePosition, { query: { mac }, body: { position: null } })
    expect((await admin(api.deviceList, { body: { macs: [mac] } })).list[0]?.position).toBeNull()
    expect(
      await codeOf(admin(api.devicePosition, { query: { mac }, body: { position: { ...position, lat: 91 } } })),
    ).toBe('invalid_input')
  })

  it('deletes a unit that was never used, and names it among the dead letters', async () => {
    const admin = await as('admin')
    const mac = await addStock('a0b1c2d3e4f5')
    await admin(api.deleteDevice, { query: { mac } })
    expect(await codeOf(admin(api.deviceInfo, { query: { mac } }))).toBe('device_not_found')
    const letter = await database.db
      .selectFrom('dead_letters')
      .select(['reason', 'payload'])
      .where('mac', '=', mac)
      .executeTakeFirstOrThrow()
    expect(letter.reason).toBe('device deleted')
    const { secret_sealed, ...kept } = JSON.parse(letter.payload.toString())
    expect(kept).toMatchObject({ mac, product_key: fleet.product_key })
    expect(secret_sealed).toBeUndefined()
  })

  it('keeps a unit that was online, shipped or bound', async () => {
    const admin = await as('admin')
    const refusalAfter = async (mac: string, use: (device_id: number) => Promise<unknown>) => {
      await addStock(mac)
      const { device_id } = await database.db
        .selectFrom('devices')
        .select('device_id')
        .where('mac', '=', mac)
        .executeTakeFirstOrThrow()
      await use(device_id)
      return codeOf(admin(api.deleteDevice, { query: { mac } }))
    }
    const { db } = database
    expect(
      await refusalAfter('a0b1c2d3e4f6', (device_id) =>
        db.insertInto('device_status').values({ device_id, first_online_at: new Date() }).execute(),
      ),
    ).toBe('device_was_online')
    expect(
      await refusalAfter('a0b1c2d3e4f7', async (device_id) => {
        const { shipment_id } = await db
          .insertInto('shipments')
          .values({
            sender_name: '',
            receiver_id: null,
            receiver_path: '/',
            receiver_name: 'Gone',
            order_no: '',
            logistics_no: '',
            remark: '',
            uid: null,
            operator: '',
            shipped_at: new Date(),
            device_count: 1,
          })
          .returning('shipment_id')
          .executeTakeFirstOrThrow()
        await db.insertInto('shipment_devices').values({ shipment_id, device_id, state: 'returned' }).execute()
      }),
    ).toBe('device_was_shipped')
    expect(
      await refusalAfter('a0b1c2d3e4f8', async (device_id) => {
        const { app_user_id } = await db
          .insertInto('app_users')
          .values({ nick_name: 'Ola', phone: '13911112222', email: null })
          .returning('app_user_id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('binding_events')
          .values({ device_id, app_user_id, at: new Date(), action: 'unbound', bind_way: 'scan' })
          .execute()
      }),
    ).toBe('device_was_bound')
  })
})
