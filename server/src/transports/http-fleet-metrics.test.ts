import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'

const { console_, fleet, as } = useFleetConsole()

it('a token reads the metrics of its scope as Prometheus text; without one, or without the right, nothing', async () => {
  const call = await as('admin')
  const { agent_id } = fleet.distributors.A1
  const draft = { token_name: 'Prometheus', permissions: ['device:view' as const], expires_in_days: 1, agent_id }
  const { token } = await call(api.createApiToken, { body: draft })
  const read = (authorization?: string) =>
    fetch(`${console_.base_url}/metrics/fleet`, { headers: authorization === undefined ? {} : { authorization } })
  const answer = await read(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const text = await answer.text()
  const units = [...text.matchAll(/^heatfleet_fleet_units\{.*\} (\d+)$/gm)].map(([, n]) => Number(n))
  expect(units.reduce((sum, n) => sum + n, 0)).toBe(3)
  expect(text).not.toContain('heatfleet_fleet_active_alarms')
  expect(text).not.toContain('distributor="B"')
  expect((await read()).status).toBe(401)
  expect((await read('Bearer hft_wrong')).status).toBe(401)
})
