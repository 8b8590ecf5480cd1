import { pino } from 'pino'
import { expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { createDeviceCache } from './device-cache.ts'

const database = useDatabase()

test('a cached device keeps no more bytes in memory than its own', async () => {
  const { devices } = await seedSmallFleet(database.db)
  const cache = createDeviceCache({ pool: database.pool, log: pino({ level: 'silent' }), secret_key: SMALL_FLEET_KEY })
  const found = await Promise.all(devices.map(({ mac }) => cache.find(mac)))
  expect(found).not.toContain(null)
  for (const device of found) {
    expect(device?.secret_sealed.buffer.byteLength).toBe(device?.secret_sealed.length)
    expect(device?.state.latest.buffer.byteLength).toBe(device?.state.latest.length)
    expect(device === null ? null : cache.secretOf(device)).not.toBeNull()
  }
})
