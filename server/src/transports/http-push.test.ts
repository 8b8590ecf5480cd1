import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { QueryCommand } from '@heatfleet/modbus/point.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { useFleetConsole } from '../../test/fleet-console.ts'
import type { SmallAccount } from '../../test/small-fleet.ts'
import { packLatestBlocks } from '../ingest/latest-blocks.ts'

const { database, fleet, console_ } = useFleetConsole()

const fn: QueryCommand = 3
/** Block A with every word 100. */
const blockA = () => {
  const data = Buffer.alloc(100)
  for (let word = 0; word < 50; word += 1) data.writeUInt16BE(100, 2 * word)
  return { slave: 1, fn, start: 0, quantity: 50, status: 0, data }
}
const AT_MS = Date.parse('2026-03-01T00:00:00Z')

beforeAll(async () => {
  await database.pool.query(
    `create table report_hot_test partition of report_hot for values from ('2026-03-01') to ('2026-03-02')`,
  )
  await database.db
    .updateTable('device_status')
    .set({
      online: true,
      first_online_at: new Date(AT_MS),
      layout_id: fleet.layout_id,
      latest_blocks: packLatestBlocks([{ block: blockA(), at_s: AT_MS / 1_000 }]),
    })
    .where('device_id', 'in', [device(1).device_id, device(4).device_id])
    .execute()
})

const device = (at: number) => {
  const found = fleet.devices[at]
  if (found === undefined) throw new Error('no such device')
  return found
}

type Message = Record<string, unknown>
const open = async (headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`ws://127.0.0.1:${console_.port}/ws`, { headers })
  const got: (Message | string)[] = []
  const waiting: (() => void)[] = []
  let closed: number | null = null
  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  socket.on('message', (data) => {
    const text = String(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    got.push(text.startsWith('{') ? JSON.parse(text) : text)
    wake()
  })
  socket.on('close', (code) => {
    closed = code
    wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const until = async <T>(find: () => T | undefined | null): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined && found !== null) return found
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return {
    socket,
    got,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (match: Message) =>
      until(() =>
        got.find((one) => typeof one === 'object' && Object.entries(match).every(([key, value]) => one[key] === value)),
      ),
    text: (text: string) => until(() => got.find((one) => one === text)),
    closed: () => until(() => closed),
  }
}

const authenticate = (token: string, uid: number) => ({
  cmd: 'Authenticate',
  sn: 1,
  enterprise_info: { enterprise_key: 'heatfleet', signature: '', package_name: 'com.heatfleet.console' },
  user_info: { uid, token },
  product_info: [],
})
const join = async (account: SmallAccount) => {
  const person = await console_.signIn(account)
  const line = await open()
  line.send(authenticate(person.token, person.uid))
  expect(await line.next({ cmd: 'AuthenticateAck' })).toMatchObject({ code: 200, sn: 1 })
  return { ...line, ...person }
}
const status = (at: number, attrs: Record<string, number>) =>
  console_.fromGateway({
    kind: 'status',
    device_id: device(at).device_id,
    mac: device(at).mac,
    agent_path: device(at).agent_path,
    product_key: fleet.product_key,
    at: AT_MS,
    online_status: 'online',
    bus_status: 'ok',
    rssi_dbm: -70,
    alarm_keys: [],
    alarm_severity: null,
    attrs,
    installer_keys: [],
  })

describe('the socket', () => {
  it('answers ping, and refuses a foreign page, a wrong person and strange messages', async () => {
    const line = await open()
    line.send('ping')
    await line.text('pong')
    line.send({ cmd: 'WatchDevices', sn: 1, macs: [] })
    expect(await line.closed()).toBe(4400)
    await expect(open({ origin: 'https://elsewhere.example' })).rejects.toThrow('403')
    const { token } = await console_.signIn('city_a1')
    const other = await open()
    other.send(authenticate(token, 999))
    expect(await other.closed()).toBe(4401)
    const long = await open()
    long.send('x'.repeat(40_000))
    expect([1009, 4400]).toContain(await long.closed())
  })

  it('refuses a set with a foreign device and pushes nothing of it', async () => {
    const line = await join('city_a1')
    line.send({ cmd: 'WatchDevices', sn: 2, macs: [device(1).mac, device(4).mac] })
    expect(await line.next({ cmd: 'CommandAck', sn: 2 })).toMatchObject({ code: 400, error: 'device_not_found' })
    for (const cmd of ['LiveView', 'RefreshDevice'])
      line.send({ cmd, sn: cmd === 'LiveView' ? 3 : 4, mac: device(4).mac })
    expect(await line.next({ cmd: 'CommandAck', sn: 4 })).toMatchObject({ error: 'device_not_found' })
    line.send({ cmd: 'WatchDevices', sn: 5, macs: [device(1).mac] })
    await line.next({ cmd: 'CommandAck', sn: 5, code: 200 })
    status(4, { t_out: 1 })
    status(1, { t_out: 2 })
    status(1, { t_in: 3 })
    const pushed = await line.next({ cmd: 'PushDeviceAttrStatus' })
    expect(pushed).toMatchObject({ mac: device(1).mac, attrs: { t_out: 2 } })
    const sn = typeof pushed === 'string' ? 0 : Number(pushed.sn)
    const later = await line.next({ cmd: 'PushDeviceAttrStatus', sn: sn + 1 })
    expect(later).toMatchObject({ mac: device(1).mac, attrs: { t_in: 3 } })
    expect(JSON.stringify(line.got)).not.toContain(device(4).mac)
    expect(console_.published).not.toContainEqual({ kind: 'live_view', device_id: device(4).device_id })
    line.send({ cmd: 'LiveView', sn: 5, mac: device(1).mac })
    expect(await line.next({ cmd: 'CommandAck', sn: 5, code: 400 })).toMatchObject({ error: 'invalid_input' })
  })

  it('closes within a second of the log-off', async () => {
    const line = await join('province_a')
    await line.call(api.logoff)
    expect(await line.closed()).toBe(4401)
  })

  it('publishes every transition of a command under its sn, and refuses what may not be set', async () => {
    const points = (await (await console_.signIn('admin')).call(api.productInfo, { body: { with_points: true } }))
      .list[0]?.points
    const point = points?.find(
      (one) => one.rw === 'rw' && one.level === 'user' && one.choices.length === 0 && typeof one.max === 'number',
    )
    if (point === undefined) throw new Error('the product has no such point')
    const max = Number(point.max)
    const line = await join('city_a1')
    const control = (sn: number, at: number, key: string, value: number) =>
      line.send({ cmd: 'ControlDevice', sn, mac: device(at).mac, points: [{ key, value }] })
    control(2, 1, point.key, max + 1)
    expect(await line.next({ sn: 2 })).toMatchObject({ error: 'above_max' })
    control(3, 4, point.key, max)
    expect(await line.next({ sn: 3 })).toMatchObject({ error: 'device_not_found' })
    control(4, 2, point.key, max)
    expect(await line.next({ sn: 4 })).toMatchObject({ error: 'device_offline' })
    control(5, 1, 't_out', 1)
    expect(await line.next({ sn: 5 })).toMatchObject({ error: 'point_not_writable' })
    control(6, 1, point.key, max)
    const queued = await line.next({ cmd: 'DeviceReportCommandAck', sn: 6, state: 'queued' })
    const { control_id } = queued as { control_id: number }
    expect(console_.published).toContainEqual({ kind: 'controls_queued', control_ids: [control_id] })
    const { mac, device_id, agent_path } = device(1)
    const move = {
      control_id,
      device_id,
      mac,
      agent_path,
      key: point.key,
      old_value: null,
      new_value: max,
      reason: null,
    }
    console_.fromGateway({ kind: 'control_moved', ...move, state: 'verified', read_back: max })
    expect(await line.next({ sn: 6, state: 'verified' })).toMatchObject({ read_back: max })
    const log = await line.call(api.controlLog)
    expect(log.list[0]).toMatchObject({ control_id, state: 'queued', new_value: max, operator_name: 'city_a1' })
    const auditor = await join('auditor')
    auditor.send({ cmd: 'ControlDevice', sn: 2, mac, points: [{ key: point.key, value: max }] })
    expect(await auditor.next({ sn: 2 })).toMatchObject({ error: 'no_permission' })
  })
})

describe('history of the real table', () => {
  it('is decoded, reduced with its extremes, and shows a repeat once', async () => {
    for (let minute = 0; minute < 120; minute += 1) {
      const block = blockA()
      if (minute === 30) block.data.writeUInt16BE(300, 2 * 18)
      const ts = AT_MS / 1_000 + 60 * minute
      const report = {
        type: REPORT_TYPE.cyclic,
        seq: minute,
        ts,
        flags: NO_FLAGS,
        rssi_dbm: -70,
        csq: 20,
        blocks: [block],
      }
      const raw = Buffer.from(encodeReport(report))
      for (let times = 0; times < (minute === 5 ? 2 : 1); times += 1)
        await database.db
          .insertInto('report_hot')
          .values({ device_id: device(1).device_id, at: new Date(ts * 1_000), layout_id: fleet.layout_id, raw })
          .execute()
    }
    const { call } = await console_.signIn('city_a1')
    const body = { macs: [device(1).mac], points: ['t_out'], from: '2026-03-01T00:00:00Z', to: '2026-03-01T02:00:00Z' }
    const raw = await call(api.historyData, { body })
    expect(raw.series[0]?.t).toHaveLength(120)
    const hours = await call(api.historyData, { body: { ...body, resolution: '1h' } })
    expect(hours).toMatchObject({ bucket_s: 3_600, truncated: false })
    expect(hours.series[0]?.v).toHaveLength(2)
    const [peak, calm] = hours.series[0]?.max ?? []
    expect(peak).toBe(3 * Number(calm))
  })

  it('saved selections are kept per account', async () => {
    const [one, other] = [await console_.signIn('city_a1'), await console_.signIn('city_a2')]
    const body = [{ name: 'Water', points: ['t_in', 't_out'] }]
    await one.call(api.saveAttrSavings, { params: { id: fleet.product_key }, body })
    expect(await one.call(api.attrSavings, { params: { id: fleet.product_key } })).toEqual(body)
    expect(await other.call(api.attrSavings, { params: { id: fleet.product_key } })).toEqual([])
  })
})
