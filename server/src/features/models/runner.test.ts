import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import type { ModelActionState } from '@heatfleet/contract/transitions.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../../test/gateway.ts'
import { addModelProduct, boardOf, readBoard, sensorAt, settingAt, type TestBoard } from '../../../test/model-boards.ts'
import { createMovedClock, type MovedClock } from '../../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
const ALPHA = [...range(1_000, 20).map((at) => sensorAt(at)), ...range(1_100, 20).map((at) => settingAt(at))]
const warm = (address: number) => 300 + (address % 50)
let fleet: SmallFleet
let clock: MovedClock
let gateway: TestGateway
let device: SmallDevice
let module: TestModule

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await addModelProduct(database.db, 'alpha', ALPHA)
})
beforeEach(async () => {
  const [found] = fleet.devices
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  await database.db.deleteFrom('model_actions').execute()
  await change({
    identify_status: 'recognized',
    info_pk: null,
    dtu_default_pk: null,
    imported_pk: null,
    product_key: fleet.product_key,
    generic: true,
  })
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  module = await connectModule(gateway, device, { now_ms: clock.now() })
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})

const change = (values: Record<string, unknown>) =>
  database.db.updateTable('devices').set(values).where('device_id', '=', device.device_id).execute()
const stored = () =>
  database.db
    .selectFrom('devices')
    .select(['product_key', 'imported_pk', 'info_pk', 'dtu_default_pk', 'identify_status'])
    .where('device_id', '=', device.device_id)
    .executeTakeFirstOrThrow()
const queue = async (kind: 'set' | 'detect', to_pk: string | null = null, changes: { created_at?: Date } = {}) => {
  const { action_id } = await database.db
    .insertInto('model_actions')
    .values({
      device_id: device.device_id,
      kind,
      created_at: new Date(clock.now()),
      to_pk,
      before_status: 'recognized',
      uid: null,
      batch_id: null,
      sent_at: null,
      finished_at: null,
      from_pk: null,
      reason: null,
      evidence: null,
      ...changes,
    })
    .returning('action_id')
    .executeTakeFirstOrThrow()
  gateway.send({ kind: 'model_actions_queued', action_ids: [action_id] })
  return action_id
}
const actionOf = (action_id: number) =>
  database.db.selectFrom('model_actions').selectAll().where('action_id', '=', action_id).executeTakeFirstOrThrow()
const reaches = (action_id: number, state: ModelActionState) =>
  eventually(async () => (await actionOf(action_id)).state).toBe(state)
const commands = () => module.received.flatMap(({ channel, message }) => (channel === 'cmd' ? [message] : []))
const commandOf = async (op: string) => {
  await eventually(() => commands().some((command) => command.op === op)).toBe(true)
  return commands().find((command) => command.op === op) ?? {}
}

/** Answers the commands of a detection as a module at this board does, until `isOver`. */
const play = async (board: TestBoard, isOver: () => Promise<boolean>) => {
  const done = new Set<unknown>()
  const answer = async (): Promise<boolean> => {
    for (const { id, op, ...command } of commands()) {
      if (done.has(id)) continue
      done.add(id)
      // The schema of commands is tested with the contract.
      await module.acknowledge({ id: String(id), ...answerTo(board, { op, ...command } as Command) })
    }
    return isOver()
  }
  await eventually(answer).toBe(true)
}
type Command = { op: string; f: 3; s: number; q: number; try?: { baud: number; f: 3; s: number; q: number }[] }
const answerTo = (board: TestBoard, { op, f, s, q, try: probes = [] }: Command): Omit<AckMessage, 'id'> => {
  if (op === 'recog') {
    const i = probes.findIndex(
      (probe) => probe.baud === 9_600 && readBoard(board, probe.f, probe.s, probe.q).answer === 'data',
    )
    return i < 0 ? { st: 'timeout' } : { st: 'ok', i, raw: ['012c'] }
  }
  const read = readBoard(board, f, s, q)
  return read.answer === 'data' ? { st: 'ok', rb: [...read.words] } : { st: 'exc', ec: 2 }
}

describe('setting a model', () => {
  it('is effective with the acknowledgement, and new reports are read by that product', async () => {
    const report = (seq: number) =>
      module.send('blk', reportOf(seq, Math.floor(clock.now() / 1000) + seq, [300], { start: 1_000 }))
    await report(1)
    const action_id = await queue('set', 'alpha')
    const command = await commandOf('setpk')
    expect(command).toMatchObject({ pk: 'alpha', plan: { bus: { baud: 9_600, fmt: '8N1', addr: 1 } } })
    await module.acknowledge({ id: String(command.id), st: 'ok' })
    await reaches(action_id, 'effective')
    expect(await stored()).toMatchObject({
      product_key: 'alpha',
      imported_pk: fleet.product_key,
      dtu_default_pk: 'alpha',
    })
    await eventually(() => module.received.some(({ channel }) => channel === 'cfg')).toBe(true)
    await report(2)
    const { rows } = await database.pool.query(
      'select v.product_key from report_hot join product_versions v using (layout_id) where device_id = $1 order by at',
      [device.device_id],
    )
    expect(rows.map(({ product_key }) => product_key)).toEqual([fleet.product_key, 'alpha'])
  })

  it('fails after five seconds without an answer, and a late one changes nothing', async () => {
    const action_id = await queue('set', 'alpha')
    const command = await commandOf('setpk')
    await eventually(() => clock.armed() > 0).toBe(true)
    clock.move(5_000)
    await reaches(action_id, 'failed')
    await module.acknowledge({ id: String(command.id), st: 'ok' })
    expect(await actionOf(action_id)).toMatchObject({ state: 'failed', reason: 'no_answer' })
    expect(await stored()).toMatchObject({ product_key: fleet.product_key, dtu_default_pk: null })
  })

  it('fails when the module refuses', async () => {
    const action_id = await queue('set', 'alpha')
    const command = await commandOf('setpk')
    await module.acknowledge({ id: String(command.id), st: 'denied' })
    await reaches(action_id, 'failed')
    expect(await actionOf(action_id)).toMatchObject({ reason: 'module_refused' })
  })
})

describe('a detection', () => {
  const over = (action_id: number) => async () => !['queued', 'sent'].includes((await actionOf(action_id)).state)

  it('shows as identifying, finds the board and switches the product', async () => {
    const action_id = await queue('detect')
    await commandOf('recog')
    expect(await stored()).toMatchObject({ identify_status: 'identifying' })
    await play(boardOf(ALPHA, warm), over(action_id))
    expect(await actionOf(action_id)).toMatchObject({ state: 'recognized', reason: 'matched', to_pk: 'alpha' })
    expect(await stored()).toMatchObject({ product_key: 'alpha', info_pk: 'alpha', identify_status: 'recognized' })
    // Said after it is stored.
    await eventually(() => gateway.published.filter(({ kind }) => kind === 'model_moved')).toMatchObject([
      { state: 'sent' },
      { state: 'recognized', reason: 'matched', product_key: 'alpha' },
    ])
  })

  it('of an unknown board ends unrecognised, forgets the model and keeps its evidence', async () => {
    await change({ info_pk: 'alpha', product_key: 'alpha', imported_pk: fleet.product_key })
    const action_id = await queue('detect')
    await play(
      boardOf(ALPHA, () => 30_000),
      over(action_id),
    )
    const { state, reason, evidence } = await actionOf(action_id)
    expect({ state, reason }).toEqual({ state: 'unrecognized', reason: 'no_match' })
    expect(evidence?.candidates[0]).toMatchObject({ product_key: 'alpha', match_percent: 0 })
    expect(await stored()).toMatchObject({
      product_key: fleet.product_key,
      info_pk: null,
      identify_status: 'unrecognized',
    })
  })

  it('of a silent board keeps the model that was recognised before', async () => {
    await change({ info_pk: 'alpha', product_key: 'alpha', imported_pk: fleet.product_key })
    const action_id = await queue('detect')
    await play(new Map(), over(action_id))
    expect(await actionOf(action_id)).toMatchObject({ state: 'unrecognized', reason: 'no_bus_answer' })
    expect(await stored()).toMatchObject({ product_key: 'alpha', info_pk: 'alpha' })
  })

  it('a set model stays the one that reads, whatever is recognised', async () => {
    await change({ dtu_default_pk: fleet.product_key })
    const action_id = await queue('detect')
    await play(boardOf(ALPHA, warm), over(action_id))
    expect(await stored()).toMatchObject({ product_key: fleet.product_key, info_pk: 'alpha' })
  })

  it('of a module that does not answer fails and leaves recognition as it was', async () => {
    const action_id = await queue('detect')
    await commandOf('recog')
    await eventually(() => clock.armed() > 0).toBe(true)
    clock.move(60_000)
    await reaches(action_id, 'failed')
    expect(await actionOf(action_id)).toMatchObject({ reason: 'no_answer' })
    expect(await stored()).toMatchObject({ identify_status: 'recognized' })
  })

  it('in progress when the gateway ends fails soon after it is back', async () => {
    const action_id = await queue('detect')
    await commandOf('recog')
    await gateway.stop()
    clock.set(clock.now() + 70_000)
    gateway = await startTestGateway(database, clock)
    clock.move(10_000)
    await reaches(action_id, 'failed')
    expect(await actionOf(action_id)).toMatchObject({ reason: 'interrupted' })
    expect(await stored()).toMatchObject({ identify_status: 'recognized' })
  })

  it('of a module off line fails at once', async () => {
    await module.client.endAsync(true)
    const action_id = await queue('detect')
    await reaches(action_id, 'failed')
    expect(await actionOf(action_id)).toMatchObject({ reason: 'offline', sent_at: null })
  })
})
