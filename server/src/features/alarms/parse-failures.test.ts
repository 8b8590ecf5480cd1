import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import { MINUTE_CHECKS } from './store-checks.ts'
import { runChecks } from './tasks.ts'

const { database, fleet, as } = useFleetConsole()
const NOW = new Date()
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const deps = { database, clock: { now: () => NOW.getTime() }, log: pino({ level: 'silent' }) } as never
const unit = (at: 'A1' | 'A11' = 'A1') => unitAt(fleet, at)

beforeAll(() => ignoreJobs(database, 'alarm-checks'))

it('reports that cannot be parsed are an alarm from the third on, until none came for half an hour', async () => {
  const park = (at: Date, mac = unit().mac, topic = 'blk') =>
    database.db
      .insertInto('dead_letters')
      .values({ at, mac, topic, reason: 'crc', payload: Buffer.from('00', 'hex') })
      .execute()
  const found = async () =>
    (await (await as('admin'))(api.alarmList, { body: { type: 'parse_failed' } })).list.map(
      ({ mac, value, condition }) => [mac === unit().mac, value, condition],
    )
  await park(ago(900))
  await park(ago(300))
  await park(ago(200))
  // What was removed with its device, and another unit.
  await park(ago(100), unit().mac, '')
  await park(ago(100), unit('A11').mac)
  await runChecks(deps, MINUTE_CHECKS)
  expect(await found()).toEqual([])
  await park(ago(100), unit().mac, 'blkj')
  await runChecks(deps, MINUTE_CHECKS)
  await runChecks(deps, MINUTE_CHECKS)
  expect(await found()).toEqual([[true, 3, 'active']])
  const later = (seconds: number) =>
    sql`update dead_letters set at = at - make_interval(secs => ${seconds})`.execute(database.db)
  await later(1_000)
  await runChecks(deps, MINUTE_CHECKS)
  expect(await found()).toEqual([[true, 3, 'active']])
  await later(1_000)
  await runChecks(deps, MINUTE_CHECKS)
  expect(await found()).toEqual([[true, 3, 'recovered']])
  await database.db.deleteFrom('dead_letters').execute()
})
