import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { api } from '@heatfleet/contract/api.ts'
import { ReplayTrack } from '@heatfleet/contract/simulator/replay.ts'
import { afterAll, expect, test } from 'vitest'
import { storeReports } from '../../../test/alarm-reports.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-replays-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))
const { database, fleet, console_, as } = useFleetConsole({ HEATFLEET_DATA: data_dir })
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const deviceAt = (at: number) => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`no device ${at}`)
  return device
}
test('the last day of a unit is what a virtual unit of its product shows, also after a restart of the server', async () => {
  const { device_id, mac } = deviceAt(0)
  const now = Date.now()
  const layout_id = fleet.layout_id
  await storeReports(database, { device_id, layout_id }, [
    [now - 30 * HOUR_MS, 1],
    [now - 23 * HOUR_MS, 2],
    [now - 10 * MINUTE_MS, 3],
    [now - 5 * MINUTE_MS, 4],
  ])
  const admin = await as('admin')
  const started = await admin(api.replayUnit, { body: { mac, speed: 24 } })
  expect(started.rows).toBe(3)
  const spec = console_.played.at(-1)?.find(({ did }) => did === started.mac)
  expect(spec?.replay).toMatchObject({ speed: 24, span_s: 86_400 })
  const file = spec?.replay?.file ?? ''
  const track = ReplayTrack.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))
  expect(track.at_s.map((at_s) => Math.round(at_s / 60))).toEqual([60, 1_430, 1_435])
  expect(Object.keys(track.values).length).toBeGreaterThan(0)
  const [unit] = await admin(api.virtualUnitList, {})
  expect(unit).toMatchObject({ mac: started.mac, product_key: fleet.product_key, replay: { mac, speed: 24 } })
  // The record is in the database: another console, or one that lost its folder, writes the file again.
  rmSync(file)
  await admin(api.virtualUnitStart, {
    params: { product_key: fleet.product_key },
    body: { of: 'published', agent_id: null },
  })
  expect(ReplayTrack.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')))).toEqual(track)
  await admin(api.virtualUnitStop, { params: { mac: started.mac } })
  expect(() => readFileSync(file)).toThrow(/ENOENT/)
})

test('a unit without reports of the last day has nothing to show, and one out of scope is not there', async () => {
  const admin = await as('admin')
  expect(await codeOf(admin(api.replayUnit, { body: { mac: deviceAt(1).mac, speed: 1 } }))).toBe('replay_empty')
  expect(await codeOf(admin(api.replayUnit, { body: { mac: '02ffffffffff', speed: 1 } }))).toBe('device_not_found')
  const foreign = deviceAt(5).mac
  expect(await codeOf((await as('province_a'))(api.replayUnit, { body: { mac: foreign, speed: 1 } }))).toMatch(
    /device_not_found|no_permission/,
  )
})
