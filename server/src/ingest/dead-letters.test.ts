import pino from 'pino'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { createDeadLetters } from './dead-letters.ts'
import { createGatewayMetrics } from './gateway-metrics.ts'

const database = useDatabase()

test('of a broken fleet a sample is kept each hour, of one module a smaller one, and the newest in all', async () => {
  const clock = createMovedClock(Date.UTC(2026, 10, 20, 8))
  const metrics = createGatewayMetrics()
  const letters = createDeadLetters({
    pool: database.pool,
    clock,
    metrics,
    log: pino({ level: 'silent' }),
    letters_max: 500,
  })
  const park = (module: number) =>
    letters.park({ mac: `m${module}`, topic: 'blk', reason: 'bad_crc', payload: Buffer.from([module]) })
  const kept = async () => (await database.pool.query('select 1 from dead_letters')).rowCount
  for (let frame = 0; frame < 25; frame += 1) await park(0)
  expect(await kept()).toBe(20)
  for (let frame = 0; frame < 1_100; frame += 1) await park(1 + (frame % 200))
  expect(await kept()).toBe(1_000)
  const { values } = await metrics.deadLetters.get()
  expect(values.map(({ labels, value }) => [labels.kept, value])).toEqual([
    ['yes', 1_000],
    ['no', 125],
  ])
  clock.move(3_600_000)
  await park(0)
  expect(await kept()).toBe(500)
})
