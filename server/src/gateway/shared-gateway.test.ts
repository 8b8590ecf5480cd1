import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { reportOf } from '../../test/gateway.ts'
import { HAS_MOSQUITTO, startSharedBroker } from '../../test/shared-broker.ts'
import { SMALL_FLEET_KEY, type SmallDevice, type SmallFleet } from '../../test/small-fleet.ts'
import type { FromGateway, ToGateway } from '../platform/bus.ts'
import { systemClock } from '../platform/clock.ts'
import { runSharedGateway } from './shared-gateway.ts'

const database = useDatabase()
let fleet: SmallFleet
let broker: Awaited<ReturnType<typeof startSharedBroker>>
let module: MqttClient
let device: SmallDevice
let closing: (() => Promise<void>)[] = []
let second_s = Math.floor(Date.now() / 1000) - 600

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
const openBroker = async () => {
  broker = await startSharedBroker()
  const [first] = fleet.devices
  if (first === undefined) throw new Error('the small fleet has devices')
  device = first
  module = await mqtt.connectAsync(broker.url)
}
const closeAll = async () => {
  await Promise.all(closing.map((close) => close()))
  closing = []
  await module.endAsync(true)
  await broker.close()
}

/** A machine: its console's end of the bus, and its gateway. */
const startMachine = async (instance: string) => {
  const published: FromGateway[] = []
  const listeners = new Set<(message: ToGateway) => void>()
  const lost: unknown[] = []
  const start = {
    database: database.connection,
    host: '127.0.0.1',
    mqtt_port: 0,
    mqtts: null,
    mqtt_url: broker.url,
    instance,
    secret_key_hex: SMALL_FLEET_KEY.toString('hex'),
    firmware_folder: join(tmpdir(), 'heatfleet-no-firmware'),
    firmware_url: null,
    limits: { connections: 100, ingest_queue: 1_000, upgrade_bytes_per_s: 10_000_000 },
    partition_span: 'day' as const,
    plain_static_login: false,
    detect_first_login: false,
    log: { file: null, level: 'silent' as const },
  }
  const bus = {
    publish: (message: FromGateway) => void published.push(message),
    subscribe: (listener: (message: ToGateway) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  let stopping: Promise<void> | null = null
  const deps = {
    bus,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onLost: (error: unknown) => void lost.push(error),
  }
  const gateway = await runSharedGateway(start, deps)
  const stop = () => (stopping ??= gateway.stop())
  closing.push(stop)
  return {
    stop,
    lost,
    published,
    send: (message: ToGateway) => {
      for (const listener of listeners) listener(message)
    },
    statuses: () => published.filter(({ kind }) => kind === 'status').length,
    leads: () => published.some((message) => message.kind === 'metrics' && message.metrics.length > 0),
  }
}
const report = async (): Promise<number> => {
  second_s += 1
  const frame = reportOf(second_s & 0xffff, second_s, [10, 0, 15, 0, 80, 0, 0], { start: 198 })
  await module.publishAsync(upTopic(device.mac, 'blk'), Buffer.from(frame), { qos: 1 })
  return second_s
}
const storedRows = async (at_s: number): Promise<number> => {
  const { rowCount } = await database.pool.query('select 1 from report_hot where at = to_timestamp($1)', [at_s])
  return rowCount ?? 0
}
const insertControl = async (of = device): Promise<number> => {
  const { control_id } = await database.db
    .insertInto('control_log')
    .values({
      device_id: of.device_id,
      uid: fleet.accounts.admin,
      operator_name: 'admin',
      source: 'console',
      control_time: new Date(),
      point_key: 'sp_heat',
      layout_id: fleet.layout_id,
      new_value: 45,
      state: 'queued',
      expires_at: new Date(Date.now() + 45_000),
    })
    .returning('control_id')
    .executeTakeFirstOrThrow()
  return Number(control_id)
}
const movesOf = ({ published }: { published: FromGateway[] }, control_id: number) =>
  published.flatMap((message) =>
    message.kind === 'control_moved' && message.control_id === control_id ? [message.state] : [],
  )
/** As a machine without power: the database ends the connection that leads. */
const endLead = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and (classid::bigint << 32) + objid::bigint = 5424001110
    and database = (select oid from pg_database where datname = current_database())`)

describe.skipIf(!HAS_MOSQUITTO)('two gateways on one database and one broker', () => {
  beforeEach(openBroker)
  afterEach(closeAll)

  it('one takes the reports; the other follows when it stops, and each report is stored once', async () => {
    const a = await startMachine('a')
    const b = await startMachine('b')
    expect([a.leads(), b.leads()]).toEqual([true, false])
    const first = await report()
    await eventually(() => storedRows(first)).toBe(1)
    await a.stop()
    // Nobody leads for a moment: the broker keeps what comes.
    const between = await report()
    await eventually(() => b.leads()).toBe(true)
    await eventually(() => storedRows(between)).toBe(1)
    const last = await report()
    await eventually(() => storedRows(last)).toBe(1)
    expect(await storedRows(first)).toBe(1)
  })

  it('one whose connection to the database breaks leads no more; the other does at once', async () => {
    const a = await startMachine('a')
    const b = await startMachine('b')
    await endLead()
    await eventually(() => a.lost.length).toBe(1)
    await a.stop()
    await eventually(() => b.leads()).toBe(true)
    const at_s = await report()
    await eventually(() => storedRows(at_s)).toBe(1)
  })

  it('a console hears of the units that it watches, whichever gateway takes the reports', async () => {
    const a = await startMachine('a')
    const b = await startMachine('b')
    b.send({ kind: 'watch', device_ids: [device.device_id], begun: [] })
    await eventually(async () => {
      await report()
      return b.statuses()
    }).toBeGreaterThan(1)
    // Nobody watches at the other.
    a.published.length = 0
    await a.stop()
    await eventually(() => b.leads()).toBe(true)
    const before = b.statuses()
    await eventually(async () => {
      await report()
      return b.statuses()
    }).toBeGreaterThan(before)
  })

  it('a control of either console is sent, and both hear of it', async () => {
    const a = await startMachine('a')
    const b = await startMachine('b')
    await report()
    const control_id = await insertControl()
    b.send({ kind: 'controls_queued', control_ids: [control_id] })
    await eventually(() => movesOf(a, control_id)).toContain('sent')
    await eventually(() => movesOf(b, control_id)).toContain('sent')
    // Queued while nobody leads: whoever comes reads it.
    await a.stop()
    // Of another unit: a unit is sent one after the other.
    const second = await insertControl(fleet.devices[1])
    await eventually(() => b.leads()).toBe(true)
    await eventually(async () => {
      const { rows } = await database.pool.query('select state from control_log where control_id = $1', [second])
      return (rows[0] as { state: string } | undefined)?.state
    }).not.toBe('queued')
  })
})
