import pino from 'pino'
import { expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { SMALL_FLEET_KEY } from '../../../test/small-fleet.ts'
import { createDeviceCache } from '../../ingest/device-cache.ts'
import { createGatewayMetrics } from '../../ingest/gateway-metrics.ts'
import { createDispatch } from './dispatch.ts'

const database = useDatabase()

test('a command is sent before those that were queued after it, also when its row is found later', async () => {
  const fleet = await seedSmallFleet(database.db)
  const clock = createMovedClock(Date.UTC(2026, 10, 20, 8))
  const row = (new_value: number) => ({
    device_id: fleet.devices[0]?.device_id ?? 0,
    uid: fleet.accounts.admin,
    operator_name: 'admin',
    source: 'console' as const,
    control_time: new Date(clock.now()),
    expires_at: new Date(clock.now() + 45_000),
    point_key: 'sp_dhw',
    layout_id: fleet.layout_id,
    new_value,
    state: 'queued' as const,
  })
  const made = await database.db
    .insertInto('control_log')
    .values([row(45), row(46)])
    .returning('control_id')
    .execute()
  const [first, second] = made.map(({ control_id }) => Number(control_id)).toSorted((a, b) => a - b)
  const letGo = Promise.withResolvers<void>()
  let requests = 0
  const pool = new Proxy(database.pool, {
    get: (target, name): unknown => {
      if (name !== 'query') return Reflect.get(target, name)
      return async (text: string, values: unknown[]) => {
        requests += 1
        if (requests === 1) await letGo.promise
        return target.query(text, values)
      }
    },
  })
  const log = pino({ level: 'silent' })
  const moved: number[] = []
  const first_moved = Promise.withResolvers<void>()
  const dispatch = createDispatch({
    pool,
    clock,
    log,
    device_cache: createDeviceCache({ pool: database.pool, log, secret_key: SMALL_FLEET_KEY }),
    transport: { isListening: () => true, publish: () => {} },
    bus: {
      publish: (message) => {
        if (message.kind === 'control_moved') moved.push(message.control_id)
        first_moved.resolve()
      },
    },
    metrics: createGatewayMetrics(),
    onReadBack: () => Promise.resolve(),
  })
  const queued = [dispatch.queued([first ?? 0]), dispatch.queued([second ?? 0])]
  // If both were queried at once, the second would be answered at once and go first.
  await database.pool.query('select 1')
  letGo.resolve()
  await Promise.all(queued)
  await first_moved.promise
  expect(moved[0]).toBe(first)
  dispatch.stop()
})
