import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_ } = useFleetConsole()
const HOUR_MS = 3_600_000
let mac: string
let device_id: number

beforeAll(async () => {
  const [device] = fleet.devices
  if (device === undefined) throw new Error('the small fleet has devices')
  mac = device.mac
  device_id = device.device_id
})

const read = async (user_name: Parameters<typeof console_.signIn>[0] = 'admin') =>
  (await console_.signIn(user_name)).call(api.deviceDiagnosis, { query: { mac } })
const findingsOf = async () => (await read()).steps.map(({ finding }) => finding)

const setStatus = (set: object) =>
  database.db.updateTable('device_status').set(set).where('device_id', '=', device_id).execute()

describe('the diagnosis of a unit', () => {
  it('says of a unit that was never online that the network is first', async () => {
    const { steps, facts } = await read()
    expect(facts).toMatchObject({ online_status: 'never', value_count: 0, product_published: true })
    expect(facts.point_count).toBeGreaterThan(0)
    expect(steps.find(({ result }) => result === 'failed')).toMatchObject({ step: 'network', finding: 'network_never' })
  })

  it('finds the card of the unit, and what is wrong with it', async () => {
    const iccid = '89860324421045678909'
    const at = new Date()
    await database.db.updateTable('devices').set({ iccid, net: '4g' }).where('device_id', '=', device_id).execute()
    expect(await findingsOf()).toContain('sim_unlisted')
    const card = { iccid, checksum_wrong: false, imported_at: at, device_id, status: 'stopped' } as const
    await database.db.insertInto('iccids').values(card).execute()
    expect(await findingsOf()).toContain('sim_stopped')
    const ended = { status: 'active', expires_at: new Date(at.getTime() - HOUR_MS) } as const
    await database.db.updateTable('iccids').set(ended).execute()
    expect(await findingsOf()).toContain('sim_over')
    await database.db
      .updateTable('iccids')
      .set({ expires_at: new Date(at.getTime() + 9_999 * HOUR_MS) })
      .execute()
    const { facts, steps } = await read()
    expect(facts).toMatchObject({ iccid, card_status: 'active' })
    expect(steps[0]).toEqual({ step: 'sim', finding: 'sim_ok', result: 'ok' })
  })

  it('blames the bus of a unit that is online and reports nothing', async () => {
    await setStatus({
      online: true,
      first_online_at: new Date(),
      online_since: new Date(),
      bus_status: 'lost',
      rssi_dbm: -70,
    })
    const failed = (await read()).steps.filter(({ result }) => result === 'failed')
    expect(failed.map(({ finding }) => finding)).toEqual(['bus_lost'])
  })

  it('names what could not be read, with its reason, of the last day alone', async () => {
    const now = Date.now()
    await setStatus({ bus_status: 'ok', last_report_at: new Date(now), last_arrival_at: new Date(now - HOUR_MS) })
    const letter = (ago_ms: number, reason: string) => ({
      at: new Date(now - ago_ms),
      mac,
      topic: 't',
      reason,
      payload: Buffer.from([1]),
    })
    await database.db
      .insertInto('dead_letters')
      .values([letter(48 * HOUR_MS, 'old'), letter(2 * HOUR_MS, 'bad_length'), letter(1_000, 'bad_crc')])
      .execute()
    const { facts, steps } = await read()
    expect(facts).toMatchObject({ refused_count: 2, refused_reason: 'bad_crc' })
    expect(steps.at(-1)).toMatchObject({ finding: 'parsing_refused', result: 'failed' })
  })

  it('is refused out of sight, and without its right', async () => {
    expect(await refusalOf(read('province_b'))).toBe('device_not_found')
    expect(await refusalOf(read('auditor'))).toBe('no_permission')
  })
})
