import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../test/database.ts'
import { blockOf, reportBytes } from '../test/report-bytes.ts'
import type { SmallAccount, SmallFleet } from '../test/small-fleet.ts'
import { packLatestBlocks } from './ingest/latest-blocks.ts'
import { ensurePartitions, partitionOf } from './ingest/partitions.ts'

const database = useDatabase()
/** Register addresses of the built-in product; the return temperature is kept to installers here. */
const [T_IN, T_OUT] = [14, 18]
const HIDDEN = 't_in'
let console_: TestConsole
let fleet: SmallFleet
let mac: string

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const device = fleet.devices.find(({ at }) => at === 'A11')
  if (device === undefined) throw new Error('The small fleet has a device at A11.')
  mac = device.mac
  await database.pool.query(
    `update product_versions set points = (
       select jsonb_agg(case when point ->> 'key' = $1 then point || '{"visible": "installer"}' else point end order by place)
       from jsonb_array_elements(points) with ordinality as p (point, place))`,
    [HIDDEN],
  )
  const at_ms = Date.now() - 60_000
  const words = { [T_IN]: 300, [T_OUT]: 350 }
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  const { device_id } = device
  const raw = reportBytes(at_ms, words)
  await database.db
    .insertInto('report_hot')
    .values({ device_id, at: new Date(at_ms), layout_id: fleet.layout_id, raw })
    .execute()
  const latest_blocks = packLatestBlocks([{ block: blockOf(words), at_s: Math.floor(at_ms / 1000) }])
  await database.db.updateTable('device_status').set({ online: true, latest_blocks }).execute()
  console_ = await startConsole(database)
})
afterAll(() => console_.close())

/** Places that show the hidden point or not; the other point is shown everywhere. */
const meets = async (account: SmallAccount) => {
  const { call } = await console_.signIn(account)
  const { product_key } = fleet
  const points = [HIDDEN, 't_out']
  const [info, names, definition, curve] = await Promise.all([
    call(api.deviceInfo, { query: { mac } }),
    call(api.curveNames, { query: { product_key } }),
    call(api.productInfo, { body: { product_key, with_points: true } }),
    call(api.listCurve, { body: { mac, points, hours: 1 } }),
  ])
  const places = {
    present: info.values.map(({ key }) => key),
    names: names.map(({ key }) => key),
    definition: (definition.list[0]?.points ?? []).map(({ key }) => key),
    curve: curve.series.filter(({ v }) => v.length > 0).map(({ key }) => key),
  }
  return Object.entries(places).map(([place, keys]) => [place, ...points.filter((key) => keys.includes(key))].join(' '))
}

describe('a point that only installers see', () => {
  it.each<SmallAccount>(['admin', 'auditor', 'province_a'])('is seen by %s', async (account) => {
    expect(await meets(account)).toEqual([
      'present t_in t_out',
      'names t_in t_out',
      'definition t_in t_out',
      'curve t_in t_out',
    ])
  })

  it.each<SmallAccount>(['city_a1', 'county_a11'])(
    'is hidden from %s wherever points are returned',
    async (account) => {
      expect(await meets(account)).toEqual(['present t_out', 'names t_out', 'definition t_out', 'curve t_out'])
    },
  )
})
