import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { at, type OrderCase, openOrderCase } from '../../../test/orders-case.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { mp4, webm } from '../../../test/video.ts'

const database = useDatabase()
let the: OrderCase

beforeAll(async () => {
  the = await openOrderCase(database)
})
afterAll(() => the.close())

const found = async (account: SmallAccount, filter: Partial<OrderFilter>) =>
  (await (await the.by(account))(api.orderList, { body: filter })).list
    .map(({ order_id }) => order_id)
    .toSorted((one, other) => one - other)

describe('the source of an order', () => {
  const create = async (more: object) =>
    (await the.by('city_a1'))(api.orderCreate, {
      body: { mac: the.unit.mac, type: 'fault', problem: 'It is cold.', ...more },
    })

  it('is the app, staff by hand, an alarm, or the phone, and narrows the list', async () => {
    await the.closeAll()
    const alarm_id = await raiseAlarm(database.db, the.unit.device_id, {})
    const by_app = (await the.file()).order_id
    const orders = [await create({}), await create({ alarm_id }), await create({ source: 'phone' })]
    expect(orders.map(({ source }) => source)).toEqual(['console', 'alarm', 'phone'])
    expect((await create({ source: 'phone', alarm_id })).source).toBe('phone')
    const ids = orders.map(({ order_id }) => order_id)
    expect(await found('city_a1', { tab: 'unresolved', source: 'app' })).toEqual([by_app])
    expect(await found('city_a1', { tab: 'unresolved', source: 'alarm' })).toEqual([ids[1]])
    expect(await found('city_a1', { tab: 'unresolved', source: 'phone' })).toHaveLength(2)
  })

  it('is never claimed to be the app or an alarm', async () => {
    expect(await codeOf(create({ source: 'app' }))).toBe('invalid_input')
    expect(await codeOf(create({ source: 'alarm' }))).toBe('invalid_input')
  })
})

describe('the list', () => {
  it('is narrowed by a part of the processing person and of the respondent', async () => {
    await the.closeAll()
    const [taken, free] = [await the.file(), await the.file()]
    await the.reply('city_a1', taken.order_id)
    const by_hand = await (await the.by('city_a1'))(api.orderCreate, {
      body: { mac: the.unit.mac, type: 'usage', problem: 'How do I set it?' },
    })
    const open = { tab: 'unresolved' } as const
    expect(await found('admin', { ...open, handler: 'CITY_a' })).toEqual([taken.order_id])
    expect(await found('admin', { ...open, handler: '%' })).toEqual([])
    expect(await found('admin', { ...open, handler: 'province' })).toEqual([])
    const annas = [taken.order_id, free.order_id]
    expect(await found('admin', { ...open, respondent: 'Anna@' })).toEqual(annas)
    expect(await found('city_a1', { ...open, respondent: 'anna' })).toEqual(annas)
    expect(await found('admin', { ...open, respondent: '_nna' })).toEqual([])
    expect(await found('admin', { ...open, respondent: 'nobody' })).toEqual([])
    expect(await found('admin', { ...open, respondent: 'anna', handler: 'city' })).toEqual([taken.order_id])
    expect(await found('province_b', { respondent: 'anna' })).toEqual([])
    expect(await found('admin', open)).toContain(by_hand.order_id)
  })
})

describe('a video', () => {
  const attach = async (id: number, bytes: Buffer, account: SmallAccount = 'city_a1') =>
    (await the.by(account))(api.orderVideoAttach, { ...at(id), body: { content: bytes.toString('base64') } })
  const read = async (id: number, video_no: number, account: SmallAccount = 'city_a1') =>
    (await the.by(account))(api.orderVideo, { params: { id, video_no } })

  it('is attached by staff and by the respondent, and seen by both', async () => {
    await the.closeAll()
    const { order_id } = await the.file()
    const params = { order_id }
    const sent = await the.anna.call(api.appAttachVideo, { params, body: { content: mp4('qt  ').toString('base64') } })
    expect(sent.videos).toBe(1)
    expect(await attach(order_id, webm())).toMatchObject({ videos: 2 })
    expect(await read(order_id, 1)).toEqual({
      content_type: 'video/quicktime',
      bytes: mp4('qt  ').length,
      content: mp4('qt  ').toString('base64'),
    })
    expect((await the.anna.call(api.appOrderVideo, { params: { order_id, video_no: 2 } })).content_type).toBe(
      'video/webm',
    )
    expect((await (await the.by('city_a1'))(api.orderList, { body: { tab: 'unresolved' } })).list[0]?.videos).toBe(2)
    expect(await codeOf(attach(order_id, mp4('isom')))).toBe('order_videos_full')
    expect(await codeOf(read(order_id, 1, 'province_b'))).toBe('order_not_found')
    expect(await codeOf(attach(order_id, mp4('isom'), 'province_b'))).toBe('order_not_found')
    const other = await the.app.join('ben@example.com')
    expect(await codeOf(other.call(api.appOrderVideo, { params: { order_id, video_no: 1 } }))).toBe('order_not_found')
    expect(await codeOf(other.call(api.appAttachVideo, { params, body: { content: 'AAAA' } }))).toBe('order_not_found')
  })

  it('is what its content says, and no larger than the limit', async () => {
    const { order_id } = await the.file()
    for (const bytes of [Buffer.from('<html></html>'), mp4('isom').subarray(0, -1), Buffer.alloc(9)])
      expect(await codeOf(attach(order_id, bytes))).toBe('order_video_invalid')
    expect(await codeOf(attach(order_id, mp4('isom', ORDER_LIMITS.video_bytes)))).toBe('order_video_large')
    expect(await codeOf(read(order_id, 1))).toBe('not_found')
    expect(await attach(order_id, mp4('isom', ORDER_LIMITS.video_bytes - 64))).toMatchObject({ videos: 1 })
  })

  it('is not added by its respondent once the order is resolved', async () => {
    const order_id = await the.resolved()
    const sent = the.anna.call(api.appAttachVideo, {
      params: { order_id },
      body: { content: mp4('isom').toString('base64') },
    })
    expect(await codeOf(sent)).toBe('order_resolved')
  })

  it('is kept in the audit log by its kind and length, not by its content', async () => {
    const { rows } = await database.pool.query<{ detail: { bytes: number; video: string } }>(
      `select detail from audit_log where action = 'orderVideoAttach' and result = 'ok' order by audit_id limit 1`,
    )
    expect(rows[0]?.detail.bytes).toBe(webm().length)
    expect(rows[0]?.detail.video).toMatch(/^video\/webm [0-9a-f]{16}$/)
    expect(JSON.stringify(rows)).not.toContain(webm().toString('base64'))
  })
})
