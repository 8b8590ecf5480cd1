import { randomBytes } from 'node:crypto'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import { connectRaw, PINGREQ, publishOf } from '../../test/raw-module.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let device: SmallDevice
let next_device = 0
let seq = 0

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  return () => gateway.stop()
})
beforeEach(async () => {
  const found = fleet.devices[next_device++ % fleet.devices.length]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  await database.pool.query('truncate report_hot, device_events')
})

const QOS_1 = 0x32
const nextReport = (): Uint8Array => {
  seq += 1
  return reportOf(seq, Math.floor(Date.now() / 1000) - 5_000 + seq, [seq])
}
const reportPacket = (packet_id: number): Buffer =>
  publishOf(QOS_1, upTopic(device.mac, 'blk'), packet_id, nextReport())
const statePacket = (packet_id: number): Buffer =>
  publishOf(QOS_1, upTopic(device.mac, 'st'), packet_id, buildPayload({ on: 1 }))
const puback = (...ids: number[]): string => ids.map((id) => `4002${id.toString(16).padStart(4, '0')}`).join('')
const PINGRESP = 'd000'
const storedCount = async (): Promise<number> => {
  const { rowCount } = await database.pool.query('select 1 from report_hot where device_id = $1', [device.device_id])
  return rowCount ?? 0
}

const waysOf = async (): Promise<[off_line: number, by_broker: number]> => {
  const [quick, slow] = await Promise.all([
    gateway.metrics.reportsIntercepted.get(),
    gateway.metrics.reportsByBroker.get(),
  ])
  return [quick.values[0]?.value ?? 0, slow.values[0]?.value ?? 0]
}

describe('the way a report goes', () => {
  test.each<[string, () => Buffer[], [number, number]]>([
    ['an ordinary one is taken off the line', () => [reportPacket(1)], [1, 0]],
    ['so are several in one piece', () => [reportPacket(1), reportPacket(2), reportPacket(3)], [3, 0]],
    ['and those around another message', () => [reportPacket(1), PINGREQ], [1, 0]],
    ['one in the same piece behind another message is the broker’s', () => [PINGREQ, reportPacket(1)], [0, 1]],
  ])('%s', async (_, packets, [off_line, by_broker]) => {
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    const [off_line_before, by_broker_before] = await waysOf()
    module.write(Buffer.concat(packets()))
    await eventually(storedCount).toBe(off_line + by_broker)
    expect(await waysOf()).toEqual([off_line_before + off_line, by_broker_before + by_broker])
    module.close()
    await module.closed
  })
})

describe('a line on which reports and other messages come', () => {
  test.each<[string, () => Buffer[], string, number]>([
    ['reports alone', () => [reportPacket(1), reportPacket(2), reportPacket(3)], puback(1, 2, 3), 3],
    ['a ping between reports', () => [reportPacket(1), PINGREQ, reportPacket(2)], puback(1) + PINGRESP + puback(2), 2],
    ['a state between reports', () => [reportPacket(1), statePacket(2), reportPacket(3)], puback(1, 2, 3), 2],
    ['a ping at the end', () => [reportPacket(1), PINGREQ], puback(1) + PINGRESP, 1],
  ])('%s: all is answered and stored, in one piece and in any two', async (_, packets, answers, reports) => {
    const parts = (hex: string): string[] => (hex.match(/4002....|d000/g) ?? []).toSorted()
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    const length = Buffer.concat(packets()).length
    const cuts = [0, 1, 2, 20, 40, 60, length - 1]
    for (const [index, cut] of cuts.entries()) {
      const bytes = Buffer.concat(packets())
      module.write(bytes.subarray(0, cut))
      // The pieces come one after the other and not as one.
      await new Promise((resolve) => setTimeout(resolve, 5))
      module.write(bytes.subarray(cut))
      const expected = parts(answers.repeat(index + 1))
      await eventually(() => parts(module.received())).toEqual(expected)
    }
    expect(await storedCount()).toBe(reports * cuts.length)
    module.close()
    await module.closed
  })

  test('no report is acknowledged before its commit, and a ping behind them need not wait', async () => {
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    module.write(reportPacket(1))
    await eventually(module.received).toBe(puback(1))
    const locker = new pg.Client(database.connection)
    await locker.connect()
    await locker.query('begin; lock table report_hot in access exclusive mode')
    module.write(Buffer.concat([reportPacket(2), reportPacket(3), PINGREQ]))
    // The ping came with them and is answered by who answers pings.
    await eventually(module.received).toBe(puback(1) + PINGRESP)
    // Time enough for the reports to be acknowledged, if their commit were not waited for.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(module.received()).toBe(puback(1) + PINGRESP)
    await locker.query('rollback')
    await locker.end()
    await eventually(module.received).toBe(puback(1) + PINGRESP + puback(2, 3))
    module.close()
    await module.closed
  })

  test('a report on another module’s topic ends the connection, whatever came before it', async () => {
    const other = fleet.devices[next_device % fleet.devices.length]
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    const foreign = publishOf(QOS_1, upTopic(other?.mac ?? '', 'blk'), 2, nextReport())
    module.write(Buffer.concat([reportPacket(1), foreign, reportPacket(3)]))
    await module.closed
    await eventually(async () => (await storedCount()) > 0).toBe(true)
    const { rowCount } = await database.pool.query('select 1 from report_hot where device_id = $1', [other?.device_id])
    expect(rowCount).toBe(0)
  })

  test('what stands inside another packet is no report, wherever the packet is cut', async () => {
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    const inside = reportPacket(2)
    const retained = 0x33
    const state = publishOf(retained, upTopic(device.mac, 'st'), 1, inside)
    module.write(state.subarray(0, state.length - inside.length))
    await new Promise((resolve) => setTimeout(resolve, 50))
    module.write(Buffer.concat([inside, reportPacket(3)]))
    await eventually(module.received).toBe(puback(1, 3))
    expect(await storedCount()).toBe(1)
    module.close()
    await module.closed
  })

  test('a frame that is none is acknowledged at once and does not hold up the next', async () => {
    const module = await connectRaw(gateway.mqtt_port, device, 60)
    const topic = upTopic(device.mac, 'blk')
    module.write(Buffer.concat([publishOf(QOS_1, topic, 1, randomBytes(40)), reportPacket(2)]))
    await eventually(module.received).toBe(puback(1, 2))
    module.write(reportPacket(3))
    await eventually(module.received).toBe(puback(1, 2, 3))
    module.close()
    await module.closed
  })
})

describe('keep-alive', () => {
  test('a module that says nothing for one and a half times is cut off, one that reports is not', async () => {
    // Cut off after 4.5 s: the twelve reports take longer, and the machine may stand still for four.
    const module = await connectRaw(gateway.mqtt_port, device, 3)
    const ids = Array.from({ length: 12 }, (_, at) => at + 1)
    let silent_ms = 0
    for (const id of ids) {
      silent_ms = performance.now()
      module.write(reportPacket(id))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    await eventually(module.received).toBe(puback(...ids))
    await module.closed
    expect(performance.now() - silent_ms).toBeGreaterThan(3_000)
    await eventually(async () => {
      const { rows } = await database.pool.query<{ detail: unknown }>(
        `select detail from device_events where device_id = $1 and kind = 'offline'`,
        [device.device_id],
      )
      return rows.map(({ detail }) => detail)
    }).toEqual([{ why: 'keep_alive' }])
  })
})
