import { api } from '@heatfleet/contract/api.ts'
import { WEAK_DBM } from '@heatfleet/contract/devices/diagnose.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()
const idOf = (at: number) => fleet.devices[at]?.device_id ?? 0
const HOUR_MS = 3_600_000

/** All units are offline: two by their cards, one with its area, one after a weak signal, the others for no known reason. */
beforeAll(async () => {
  const { db } = database
  const ago = new Date(Date.now() - HOUR_MS)
  await db
    .updateTable('device_status')
    .set({ online: false, first_online_at: ago, last_offline_at: ago, rssi_dbm: -60 })
    .execute()
  const card = { checksum_wrong: false, imported_at: ago, traffic_total_mb: 100 }
  await db
    .insertInto('iccids')
    .values([
      { ...card, iccid: '89860012345678910010', device_id: idOf(0), expires_at: ago },
      { ...card, iccid: '89860012345678910020', device_id: idOf(1), traffic_used_mb: 100 },
      { ...card, iccid: '89860012345678910030', device_id: idOf(2), traffic_used_mb: 10 },
    ])
    .execute()
  const { rows } = await sql<{ storm_id: number }>`
    insert into alarm_storms (type, agent_id, began_at)
    select 'offline', agent_id, ${ago} from distributors limit 1 returning storm_id`.execute(db)
  await db
    .insertInto('alarms')
    .values({
      device_id: idOf(3),
      type: 'offline',
      severity: 'minor',
      first_at: ago,
      last_at: ago,
      storm_id: rows[0]?.storm_id ?? 0,
    })
    .execute()
  await db
    .updateTable('device_status')
    .set({ rssi_dbm: Math.min(WEAK_DBM['4g'], WEAK_DBM.wifi) - 1 })
    .where('device_id', '=', idOf(4))
    .execute()
})

it('units offline are told apart by what probably keeps them there', async () => {
  const { offline, offline_causes } = await (await as('admin'))(api.analysisConnectivity)
  const total = offline.reduce((sum, { units }) => sum + units, 0)
  expect(offline_causes).toEqual({ card: 2, area: 1, weak_signal: 1, unknown: total - 4 })
})

it('who sees no SIM cards is not told of them', async () => {
  await database.db.updateTable('roles').set({ permissions: sql`array_remove(permissions, 'iccid:view')` }).execute()
  const { offline_causes } = await (await as('province_a'))(api.analysisConnectivity)
  expect(offline_causes.card).toBe(0)
})
