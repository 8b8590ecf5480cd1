import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { alarmListExport } from './export-list.ts'

/** More than the list on the screen counts under a filter that looks at each alarm. */
const ALARMS = 5_010

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const [device] = fleet.devices
  await sql`insert into alarms (device_id, type, rule_key, severity, first_at, last_at, recovered_at)
    select ${device?.device_id}, 'device_fault', 'k' || n, 'major', now(), now(), now() from generate_series(1, ${ALARMS}::int) n`.execute(
    database.db,
  )
})

it.each([
  { most: '1000000', counted: ALARMS },
  { most: '5000', counted: 5_001 },
])('a file of alarms of at most $most rows counts $counted of those that match', async ({ most, counted }) => {
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.admin)
  const config = readConfig({ HEATFLEET_EXPORT_ROWS: most })
  const [device] = fleet.devices
  const request = ExportRequest.parse({
    kind: 'alarm-list',
    format: 'csv',
    file_name: 'x',
    time_zone: 'UTC',
    language: 'en',
    columns: ['alarm_id'],
    filter: { search: device?.mac },
  }) as ExportRequestOf<'alarm-list'> // the kind is its own
  expect(await alarmListExport({ database, clock: systemClock, config }).count(caller, request)).toBe(counted)
})
