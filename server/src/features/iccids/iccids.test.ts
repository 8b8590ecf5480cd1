import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { linkCard } from './public.ts'

const { database, fleet, as } = useFleetConsole()
const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS + 60_000).toISOString()
/** The card that the small fleet's device reports. */
const reportedBy = (at: number): string => `898600123456789${1000 + at}0`

beforeEach(async () => {
  await database.db.deleteFrom('iccids').execute()
})

const enter = async (iccid: string, facts: object = {}) => {
  const admin = await as('admin')
  return admin(api.iccidCreate, { body: { iccid, ...facts } })
}

describe('a card', () => {
  it('is entered with its operator and linked to the unit that reports it', async () => {
    const card = await enter(reportedBy(1), { expiration_time: inDays(12), status: 'active' })
    expect(card).toMatchObject({
      operator: 'China Mobile',
      mac: fleet.devices[1]?.mac,
      agent_name: 'A1',
      expired_day: 12,
      marks: ['checksum'],
    })
  })

  it.each([
    ['12345', 'iccid_invalid iccid'],
    ['8986 0012 3456 7891 0010', 'iccid_exists iccid'],
    // The same card: its 20th character is not compared.
    ['8986001234567891001X', 'iccid_exists iccid'],
  ])('%s is refused as %s', async (iccid, refusal) => {
    await enter(reportedBy(1))
    expect(await refusalOf(enter(iccid))).toBe(refusal)
  })

  it('moves from status to status only as cards do', async () => {
    const admin = await as('admin')
    const { card_id } = await enter('8986002400000000002', { status: 'in_stock' })
    const to = (status: 'active' | 'stopped' | 'cancelled' | 'test') =>
      refusalOf(admin(api.iccidEdit, { params: { id: card_id }, body: { status } }))
    expect([await to('stopped'), await to('active'), await to('cancelled'), await to('test')]).toEqual([
      'iccid_state status',
      'ok',
      'ok',
      'iccid_state status',
    ])
    const { history } = await admin(api.iccidInfo, { params: { id: card_id } })
    expect(history.map(({ what, from, to: became }) => `${what} ${from} ${became}`)).toEqual([
      'status active cancelled',
      'status in_stock active',
      'imported  in_stock',
    ])
  })

  it('is renewed to a later end, and active again when it had expired', async () => {
    const admin = await as('admin')
    const { card_id } = await enter('8986002400000000002', { status: 'expired', expiration_time: inDays(-3) })
    const renew = (expiration_time: string) =>
      admin(api.iccidRenew, { params: { id: card_id }, body: { expiration_time } })
    expect(await refusalOf(renew(inDays(-1)))).toBe('iccid_not_later expiration_time')
    expect(await renew(inDays(365))).toMatchObject({ status: 'active', expired_day: 365 })
    expect(await refusalOf(renew(inDays(300)))).toBe('iccid_not_later expiration_time')
  })

  it('cannot be stopped without a carrier', async () => {
    const admin = await as('admin')
    const { card_id } = await enter('8986002400000000002', { status: 'active' })
    const stop = admin(api.iccidSuspend, { params: { id: card_id }, body: { stopped: true } })
    expect(await refusalOf(stop)).toBe('carrier_not_set')
    expect(await refusalOf(admin(api.iccidSync, {}))).toBe('carrier_not_set')
  })
})

describe('cards and the units that report them', () => {
  const link = async (unit: number, iccid: string) =>
    linkCard(database.pool, { device_id: fleet.devices[unit]?.device_id ?? 0, iccid, at: new Date() })

  it('a card in stock is active from the first report on', async () => {
    const { card_id } = await enter('8986002400000000002')
    await link(0, '89860024000000000027')
    const admin = await as('admin')
    const info = await admin(api.iccidInfo, { params: { id: card_id } })
    expect(info).toMatchObject({ mac: fleet.devices[0]?.mac, status: 'active', marks: [] })
    expect(info.activation_time).not.toBeNull()
    expect(info.history.map(({ what }) => what).toSorted()).toEqual(['imported', 'linked', 'status'])
  })

  it('one that another unit reports is marked until a person confirms it', async () => {
    const admin = await as('admin')
    const { card_id } = await enter(reportedBy(1), { status: 'active' })
    const { device_id = 0, mac = '' } = fleet.devices[2] ?? {}
    await database.db
      .updateTable('devices')
      .set({ iccid: reportedBy(1) })
      .where('device_id', '=', device_id)
      .execute()
    await link(2, reportedBy(1))
    const both = await admin(api.iccidList, { body: { mark: 'twice' } })
    expect(both.list).toMatchObject([{ card_id, mac, marks: ['moved', 'twice', 'checksum'] }])
    const notices = await admin(api.notices, {})
    expect(notices.list.filter(({ kind }) => kind === 'iccid')).toMatchObject([
      { what: 'sim_moved', mac, subject: reportedBy(1) },
    ])
    await admin(api.iccidBind, { params: { id: card_id }, body: { mac } })
    expect((await admin(api.iccidList, { body: { mark: 'moved' } })).total).toBe(0)
    expect((await admin(api.iccidInfo, { params: { id: card_id } })).reported_by).toMatchObject([{ mac }])
    await database.db
      .updateTable('devices')
      .set({ iccid: reportedBy(2) })
      .where('device_id', '=', device_id)
      .execute()
    await database.db
      .updateTable('devices')
      .set({ iccid: reportedBy(1) })
      .where('device_id', '=', fleet.devices[1]?.device_id ?? 0)
      .execute()
  })

  it('what units report and the list lacks is entered at once', async () => {
    const admin = await as('admin')
    await enter(reportedBy(0))
    expect((await admin(api.iccidFigures, {})).unlisted).toBe(3)
    expect(await admin(api.iccidAdopt, {})).toEqual({ count: 3 })
    expect(await admin(api.iccidFigures, {})).toMatchObject({ unlisted: 0, total: 4, without_device: 0 })
  })
})

describe('the list', () => {
  // `imeiOf` appends the check digit to any digits.
  const cards = [
    { iccid: imeiOf('898600240000000011'), status: 'active', expiration_time: inDays(3), traffic_total_mb: 30 },
    { iccid: imeiOf('898600240000000022'), status: 'active', expiration_time: inDays(20) },
    { iccid: imeiOf('898601240000000033'), status: 'active', expiration_time: inDays(-5) },
    { iccid: imeiOf('898601240000000044'), status: 'cancelled', expiration_time: inDays(-5) },
    { iccid: imeiOf('898601240000000055'), status: 'in_stock' },
  ] as const

  it('is narrowed by each filter, and empty values are ignored', async () => {
    for (const { iccid, ...facts } of cards) await enter(iccid, facts)
    await enter(reportedBy(1), { status: 'active', expiration_time: inDays(100) })
    await database.db.updateTable('iccids').set({ traffic_used_mb: 29 }).where('iccid', '=', cards[0].iccid).execute()
    const admin = await as('admin')
    const found = async (body: object) => (await admin(api.iccidList, { body })).total
    expect(await found({})).toBe(6)
    expect(await found({ iccid: '', status: '', agent_id: null, days_left: null, online: '' })).toBe(6)
    expect(await found({ iccid: '8986 0124' })).toBe(3)
    expect(await found({ mac: fleet.devices[1]?.mac.slice(0, 15) })).toBe(1)
    expect(await found({ operator: 'china unicom' })).toBe(3)
    expect(await found({ status: 'active' })).toBe(4)
    expect(await found({ days_left: 7 })).toBe(1)
    expect(await found({ days_left: 30 })).toBe(2)
    expect(await found({ over: true })).toBe(1)
    expect(await found({ expiration_from: inDays(10), expiration_to: inDays(30) })).toBe(1)
    expect(await found({ agent_id: fleet.distributors.A.agent_id })).toBe(1)
    expect(await found({ agent_id: fleet.distributors.A.agent_id, include_lower: false })).toBe(0)
    expect(await found({ agent_id: 0 })).toBe(5)
    expect(await found({ product_key: fleet.product_key })).toBe(1)
    expect(await found({ bound: false })).toBe(5)
    expect(await found({ online: true })).toBe(0)
    expect(await found({ mark: 'checksum' })).toBe(1)
    expect(await found({ traffic_high: true })).toBe(1)
    expect(await admin(api.iccidFigures, {})).toMatchObject({
      total: 6,
      active: 4,
      within_30: 2,
      within_7: 1,
      over_online: 0,
      over_offline: 1,
      without_device: 5,
      traffic_high: 1,
      days: [
        { days: 60, count: 2 },
        { days: 30, count: 2 },
        { days: 7, count: 1 },
        { days: 1, count: 0 },
      ],
      carrier: false,
    })
    const order = (await admin(api.iccidList, {})).list.map(({ iccid }) => iccid.slice(16, 18))
    expect(order.slice(0, 4).toSorted()).toEqual(['11', '22', '33', '44'])
    expect(order.at(-1)).toBe('55')
  })

  it('as a file is what the import takes', async () => {
    await enter(reportedBy(1), { status: 'active', plan: '30 MB', expiration_time: inDays(100) })
    const admin = await as('admin')
    const { blob, file_name } = await admin(api.iccidExport, { query: { format: 'csv' } })
    expect(file_name).toBe('sim-cards.csv')
    const text = await blob.text()
    expect(text).toContain(reportedBy(1))
    expect(text).toContain('30 MB')
    const content = Buffer.from(text).toString('base64')
    const sheet = { file_name, content }
    const { mapping } = await admin(api.iccidImportRead, { body: sheet })
    const { counts } = await admin(api.iccidImportCheck, { body: { ...sheet, mapping, time_zone: 'Asia/Shanghai' } })
    expect(counts).toEqual({ new: 0, changed: 0, same: 1, left_out: 0, error: 0 })
  })
})

describe('the reminders', () => {
  it('are the manufacturer’s to change', async () => {
    const [admin, province] = [await as('admin'), await as('province_a')]
    const body = { days: [1, 90], manufacturer: true, distributors: false }
    expect(await refusalOf(province(api.iccidRemindersChange, { body }))).toBe('no_permission')
    expect(await admin(api.iccidRemindersChange, { body })).toEqual({ ...body, days: [90, 1] })
    expect(await province(api.iccidReminders, {})).toEqual({ ...body, days: [90, 1] })
    expect(await refusalOf(admin(api.iccidRemindersChange, { body: { ...body, days: [7, 7] } }))).toBe(
      'invalid_input days',
    )
  })
})
