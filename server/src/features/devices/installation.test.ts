import { api } from '@heatfleet/contract/api.ts'
import { warrantyUntil } from '@heatfleet/contract/devices/installation.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { fileTypeOf } from './handlers-installation.ts'

const PDF = Buffer.from('%PDF-1.7\n').toString('base64')

describe('the warranty of a unit', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28'],
    ['2024-02-29T00:00:00Z', 12, '2025-02-28'],
    ['2026-11-21T23:59:59Z', 24, '2028-11-21'],
    ['2026-12-31T00:00:00Z', 2, '2027-02-28'],
  ])('after %s with %i months ends on %s', (first, months, until) => {
    expect(warrantyUntil(new Date(first), months)).toBe(until)
  })
  it('does not begin before the first time online', () => {
    expect(warrantyUntil(null, 24)).toBeNull()
    expect(warrantyUntil(new Date(), null)).toBeNull()
  })
})

describe('the type of a file', () => {
  it.each([
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [[...Buffer.from('%PDF-1')], 'application/pdf'],
    [[...Buffer.from('<svg onload=')], null],
    [[0x89, 0x50], null],
    [[], null],
  ])('of %j is %s', (bytes, type) => {
    expect(fileTypeOf(Uint8Array.from(bytes))).toBe(type)
  })
})

describe('installation, files and ownership', () => {
  const { database, fleet, as } = useFleetConsole()

  it('keeps what was entered, and computes the warranty', async () => {
    const admin = await as('admin')
    const [{ mac, device_id } = { mac: '', device_id: 0 }] = fleet.devices
    const query = { mac }
    const empty = await admin(api.deviceInstallation, { query })
    expect(empty).toMatchObject({ installer: '', parts: [], warranty_until: null, updated_by: '', files: [] })
    const online = { first_online_at: new Date('2026-03-31T08:00:00Z') }
    await database.db
      .insertInto('device_status')
      .values({ device_id, ...online })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(online))
      .execute()
    const draft = {
      installer: 'Nowak',
      installed_on: '2026-03-30',
      warranty_months: 6,
      parts: [{ part: 'Pump', serial: 'P-1' }],
      note: 'cellar',
    }
    const saved = await admin(api.saveInstallation, { query, body: draft })
    expect(saved).toMatchObject({ ...draft, warranty_until: '2026-09-30', updated_by: 'admin' })
    const province = await as('province_a')
    const [elsewhere] = fleet.devices.filter(({ at }) => at === 'B')
    expect(await codeOf(province(api.deviceInstallation, { query: { mac: elsewhere?.mac ?? '' } }))).toBe(
      'device_not_found',
    )
  })

  it('keeps files of known types up to the limits', async () => {
    const admin = await as('admin')
    const [{ mac } = { mac: '' }, { mac: other } = { mac: '' }] = fleet.devices
    const add = (content: string) =>
      admin(api.addDeviceFile, { query: { mac }, body: { file_name: 'plan.pdf', content } })
    const file = await add(PDF)
    expect(file).toMatchObject({ content_type: 'application/pdf', bytes: 9, added_by: 'admin' })
    expect((await admin(api.deviceFile, { query: { mac, file_id: file.file_id } })).content).toBe(PDF)
    // A file is found by its own unit alone.
    expect(await codeOf(admin(api.deviceFile, { query: { mac: other, file_id: file.file_id } }))).toBe('not_found')
    expect(await codeOf(admin(api.deleteDeviceFile, { query: { mac: other, file_id: file.file_id } }))).toBe(
      'not_found',
    )
    expect(await codeOf(add(Buffer.from('MZ').toString('base64')))).toBe('device_file_type')
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(LIMITS.device_file_bytes)]).toString('base64')
    expect(await codeOf(add(large))).toBe('device_file_large')
    for (let count = 1; count < LIMITS.device_files_max; count += 1) await add(PDF)
    expect(await codeOf(add(PDF))).toBe('device_files_full')
    await admin(api.deleteDeviceFile, { query: { mac, file_id: file.file_id } })
    expect((await admin(api.deviceInstallation, { query: { mac } })).files).toHaveLength(LIMITS.device_files_max - 1)
  })

  it('tells imports, shipments and bindings in time, each by its right and scope', async () => {
    const { db } = database
    const [unit] = fleet.devices.filter(({ at }) => at === 'A1')
    const { device_id, mac } = unit ?? { device_id: 0, mac: '' }
    const ship = async (receiver: 'A' | 'A1', at: string) => {
      const { agent_id, agent_path } = fleet.distributors[receiver]
      const { shipment_id } = await db
        .insertInto('shipments')
        .values({
          sender_name: receiver === 'A' ? '' : 'Province',
          receiver_id: agent_id,
          receiver_path: agent_path,
          receiver_name: receiver,
          order_no: '',
          logistics_no: '',
          remark: '',
          uid: null,
          operator: 'admin',
          shipped_at: new Date(at),
          device_count: 1,
        })
        .returning('shipment_id')
        .executeTakeFirstOrThrow()
      await db.insertInto('shipment_devices').values({ shipment_id, device_id, confirmed_by: '' }).execute()
    }
    await ship('A', '2126-01-01T00:00:00Z')
    await ship('A1', '2126-02-01T00:00:00Z')
    const { app_user_id } = await db
      .insertInto('app_users')
      .values({ nick_name: 'Ola', phone: '13911112222', email: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('binding_events')
      .values({ device_id, app_user_id, at: new Date('2126-03-01T00:00:00Z'), action: 'bound', bind_way: 'scan' })
      .execute()
    const kindsFor = async (person: 'admin' | 'city_a1') =>
      (await (await as(person))(api.deviceOwnership, { query: { mac } })).map((event) =>
        'receiver_name' in event ? `${event.kind} ${event.receiver_name}` : event.kind,
      )
    expect(await kindsFor('admin')).toEqual(['bound', 'shipped A1', 'shipped A', 'imported'])
    // What was shipped above is not the city's to see.
    expect(await kindsFor('city_a1')).toEqual(['bound', 'shipped A1', 'imported'])
  })
})
