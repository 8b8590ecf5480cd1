import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, reportOf } from '../../test/gateway.ts'
import { SMALL_FLEET_KEY, type SmallDevice } from '../../test/small-fleet.ts'
import type { FromGateway } from '../platform/bus.ts'
import type { StartMessage } from './start.ts'

const database = useDatabase()
let device: SmallDevice

beforeAll(async () => {
  const [first] = (await seedSmallFleet(database.db)).devices
  if (first === undefined) throw new Error('the small fleet has six devices')
  device = first
})

const startMessage = (mqtt_port: number): StartMessage => ({
  kind: 'start',
  start: {
    database: database.connection,
    host: '127.0.0.1',
    mqtt_port,
    mqtts: null,
    mqtt_url: null,
    instance: 'test',
    secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
    limits: { connections: 100, ingest_queue: 1000, upgrade_bytes_per_s: 10_000_000 },
    firmware_folder: join(tmpdir(), 'heatfleet-no-firmware'),
    firmware_url: null,
    partition_span: 'day',
    plain_static_login: false,
    detect_first_login: true,
    log: { file: null, level: 'silent' },
  },
})

/** Starts the process as the main process does; gives its first answer that is no metric. */
const startProcess = async (mqtt_port = 0): Promise<{ child: ChildProcess; answer: FromGateway }> => {
  const child = fork(join(import.meta.dirname, 'main.ts'), { execPath: process.execPath, execArgv: [] })
  child.send(startMessage(mqtt_port))
  for (;;) {
    const [answer]: FromGateway[] = await once(child, 'message')
    if (answer !== undefined && answer.kind !== 'metrics') return { child, answer }
  }
}
const portOf = (answer: FromGateway): number => (answer.kind === 'ready' ? (answer.mqtt_port ?? 0) : 0)

describe('the gateway process', () => {
  test('stores reports, ends on request, and its port can be taken again at once', async () => {
    const first = await startProcess()
    const mqtt_port = portOf(first.answer)
    const module = await connectModule({ mqtt_port }, device)
    await module.send('blk', reportOf(1, Math.floor(Date.now() / 1000) - 5, [1]))
    first.child.send({ kind: 'stop' })
    expect(await once(first.child, 'exit')).toEqual([0, null])
    await module.client.endAsync(true)
    const second = await startProcess(mqtt_port)
    expect(second.answer).toEqual({ kind: 'ready', mqtt_port, mqtts_port: null })
    second.child.disconnect()
    expect(await once(second.child, 'exit')).toEqual([0, null])
    expect((await database.pool.query('select 1 from report_hot')).rowCount).toBe(1)
  })

  test('killed in the middle of a flood loses nothing it acknowledged and stores nothing twice', async () => {
    await database.pool.query('truncate report_hot')
    const start_s = Math.floor(Date.now() / 1000) - 100_000
    const acknowledged = new Set<number>()
    let running = await startProcess()
    for (let round = 0; round < 3; round += 1) {
      const mqtt_port = portOf(running.answer)
      const module = await connectModule({ mqtt_port }, device)
      const unsure = Array.from({ length: 200 }, (_, i) => start_s + round * 200 + i)
      const sends = unsure.map((ts, i) =>
        module.send('blk', reportOf(i, ts, [i])).then(
          () => acknowledged.add(ts),
          () => {},
        ),
      )
      const closed = new Promise<void>((resolve) => module.client.once('close', () => resolve()))
      await Promise.race([Promise.all(sends.slice(0, 50)), closed])
      running.child.kill('SIGKILL')
      await once(running.child, 'exit')
      await module.client.endAsync(true)
      running = await startProcess(mqtt_port)
      // What was not acknowledged is sent again, as a module does.
      const again = await connectModule({ mqtt_port }, device)
      await Promise.all(
        unsure.map(async (ts, i) => {
          if (!acknowledged.has(ts)) await again.send('blk', reportOf(i, ts, [i]))
        }),
      )
      await again.client.endAsync(true)
    }
    running.child.kill('SIGKILL')
    const { rows } = await database.pool.query('select extract(epoch from at)::int as s from report_hot order by at')
    expect(rows.map(({ s }) => s)).toEqual(Array.from({ length: 600 }, (_, i) => start_s + i))
  })

  test('a port in use is refused with the setting to change', async () => {
    const first = await startProcess()
    const second = await startProcess(portOf(first.answer))
    expect(second.answer).toMatchObject({ kind: 'failed', setting: 'HEATFLEET_MQTT_PORT' })
    first.child.send({ kind: 'stop' })
    await once(first.child, 'exit')
  })
})
