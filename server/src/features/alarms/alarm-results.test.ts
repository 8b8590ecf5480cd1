import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { png } from '../../../test/png.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const { database, fleet, as } = useFleetConsole()
let admin: Call
let city: Call
let neighbour: Call

beforeAll(async () => {
  ;[admin, city, neighbour] = [await as('admin'), await as('city_a1'), await as('city_a2')]
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
})

const unit = (at = 'A1') => {
  const device = fleet.devices.find((one) => one.at === at)
  if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
  return device
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const raise = (more: object = {}, at = 'A1') => raiseAlarm(database.db, unit(at).device_id, more)
const at = (id: number) => ({ params: { id } })
const PARTS = [{ name: 'Flow sensor', number: '12-3456', quantity: 1 }]

describe('what the work at an alarm came down to', () => {
  it('is kept with cause, parts used and photos, which those read who see the alarm', async () => {
    const id = await raise()
    const photos = [png(4, 4, Buffer.alloc(30)), png(8, 8, Buffer.alloc(40))]
    const body = { text: 'Sensor replaced.', cause: 'component' as const, parts: PARTS, pictures: photos }
    const { log } = await city(api.alarmProcess, { ...at(id), body })
    expect(log).toMatchObject([
      { kind: 'processed', text: 'Sensor replaced.', cause: 'component', parts: PARTS, pictures: 2 },
    ])
    const photo = (call: Call, picture_no: number, of = id) =>
      call(api.alarmPicture, { params: { id: of, log_id: log[0]?.log_id ?? 0, picture_no } })
    expect(await photo(city, 2)).toEqual({ picture: photos[1] })
    expect(await codeOf(photo(city, 3))).toBe('not_found')
    expect(await codeOf(photo(neighbour, 1))).toBe('alarm_not_found')
    // By another alarm of the scope nothing is read of this one.
    expect(await codeOf(photo(city, 1, await raise({ rule_key: 'f02' })))).toBe('not_found')
  })

  it('a comment has photos; what is no picture, or too large, is refused by its content and writes nothing', async () => {
    const id = await raise()
    const said = (pictures: string[]) => city(api.alarmComment, { ...at(id), body: { text: 'See.', pictures } })
    const pdf = `data:image/png;base64,${Buffer.from('%PDF-1.7 and more of it than a head').toString('base64')}`
    const wide = png(ORDER_LIMITS.picture_px + 1, 4)
    for (const wrong of [pdf, wide]) expect(await refusalOf(said([wrong]))).toBe('image_invalid pictures')
    const one = png(4, 4)
    expect(await codeOf(said([one, one, one, one]))).not.toBe('ok')
    expect((await city(api.alarmInfo, at(id))).log).toEqual([])
    expect((await said([one])).log).toMatchObject([{ kind: 'comment', pictures: 1 }])
  })

  it('an alarm keeps no more photos than its limit, and the line is not written either', async () => {
    const id = await raise()
    const photos = [png(4, 4), png(5, 4), png(6, 4)]
    const said = () => city(api.alarmComment, { ...at(id), body: { text: 'See.', pictures: photos } })
    for (let kept = 0; kept + 3 <= ORDER_LIMITS.line_pictures_max; kept += 3) await said()
    const lines = ORDER_LIMITS.line_pictures_max / 3
    expect(await codeOf(said())).toBe('pictures_full')
    expect((await city(api.alarmInfo, at(id))).log).toHaveLength(lines)
  })
})

const orderFor = (alarm_id: number, call = admin) =>
  call(api.orderCreate, { body: { mac: unit().mac, alarm_id, type: 'fault', problem: 'No flow.' } })

describe('the service order of an alarm', () => {
  it('is in the list and the file with its newest number, for those alone who may see orders', async () => {
    const [with_orders, without] = [await raise(), await raise({ rule_key: 'f02' })]
    await orderFor(with_orders)
    const { order_id } = await orderFor(with_orders)
    const listed = async (call: Call) =>
      new Map((await call(api.alarmList, { body: {} })).list.map((alarm) => [alarm.alarm_id, alarm.order_id]))
    expect(await listed(city)).toEqual(
      new Map([
        [with_orders, order_id],
        [without, null],
      ]),
    )
    await database.db
      .updateTable('service_orders')
      .set({ status: 'resolved', resolved_at: new Date(), agent_id: null })
      .execute()
    // Resolved ones stay with who served; the unit's distributor does not see this one.
    expect((await listed(city)).get(with_orders)).toBeNull()
    expect((await listed(admin)).get(with_orders)).toBe(order_id)
  })
})

describe('similar cases', () => {
  it('are earlier alarms with the same product and code that were processed, in scope, the own unit first', async () => {
    const solved = async (text: string, more: object, where = 'A1', result: object = {}) => {
      const id = await raise({ rule_key: `k${text}`, recovered_at: new Date(), ...more }, where)
      await admin(api.alarmProcess, { ...at(id), body: { text, ...result } })
      return id
    }
    const own = await solved('Cleaned.', { first_at: ago(90), last_at: ago(90) })
    const other = await solved('Replaced.', { first_at: ago(50), last_at: ago(50) }, 'A', {
      cause: 'component',
      parts: PARTS,
    })
    const newer = await solved('Reset.', { first_at: ago(20), last_at: ago(20) }, 'A')
    await solved('Another code.', { code: 'F09', last_at: ago(30) })
    await solved('Later.', { last_at: new Date(Date.now() + 60_000) })
    await raise({ rule_key: 'open', last_at: ago(40) })
    const { order_id } = await orderFor(own)
    const id = await raise({ last_at: ago(1), first_at: ago(1) })
    const cases = await admin(api.alarmSimilar, at(id))
    expect(cases.map(({ alarm_id }) => alarm_id)).toEqual([own, other, newer])
    expect(cases).toMatchObject([
      { same_device: true, result: 'Cleaned.', cause: null, parts: [], order_id },
      { same_device: false, result: 'Replaced.', cause: 'component', parts: PARTS, order_id: null },
      { same_device: false, result: 'Reset.' },
    ])
    // The city distributor sees its own unit, and not that of the province above it.
    expect((await city(api.alarmSimilar, at(id))).map(({ alarm_id }) => alarm_id)).toEqual([own])
    expect(await codeOf(neighbour(api.alarmSimilar, at(id)))).toBe('alarm_not_found')
  })

  it('say what the service order says where nothing was noted at the alarm', async () => {
    const solved = await raise({ rule_key: 'k1', last_at: ago(9), handling: 'processed' })
    const { order_id } = await orderFor(solved)
    const visit = { visit_from: null, visit_to: null, parts: PARTS, cause: 'water' as const, result: 'Filter cleaned.' }
    await admin(api.orderVisit, { params: { id: order_id }, body: { ...visit, visit_changed_time: null } })
    const id = await raise()
    expect(await admin(api.alarmSimilar, at(id))).toMatchObject([
      { alarm_id: solved, cause: 'water', result: 'Filter cleaned.', parts: PARTS, order_id },
    ])
  })
})
