import { expect, it, onTestFinished } from 'vitest'
import { startConsole } from '../../test/console-world.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
const SECRET = 'read-by-prometheus-only'

const useMetrics = async (settings: Record<string, string>) => {
  const console_ = await startConsole(database, settings)
  onTestFinished(() => console_.close())
  return async (headers: Record<string, string> = {}) =>
    (await fetch(`${console_.base_url}/metrics`, { headers })).status
}

it('metrics are read from the machine itself alone where no token is set', async () => {
  const read = await useMetrics({})
  expect(await read()).toBe(200)
  // What a proxy passes on comes from elsewhere.
  expect(await read({ 'x-forwarded-for': '203.0.113.7' })).toBe(401)
})

it('metrics are read with the token alone where one is set, on the machine too', async () => {
  const read = await useMetrics({ HEATFLEET_METRICS_TOKEN: SECRET })
  expect(await read({ authorization: `Bearer ${SECRET}` })).toBe(200)
  for (const authorization of [`Bearer ${SECRET}x`, SECRET, 'Bearer ']) expect(await read({ authorization })).toBe(401)
  expect(await read()).toBe(401)
})
