import { api } from '@heatfleet/contract/api.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, fleet, as } = useFleetConsole()

/** The manufacturer, each level, an account of its own office and one narrowed by a group of units. */
const PERSONS = [
  'admin',
  'province_a',
  'city_a1',
  'county_a11',
  'office_a',
  'staff_hangzhou',
] as const satisfies SmallAccount[]
const HANDLINGS = ['unprocessed', 'in_process', 'processed', 'closed'] as const
const TABS = [...HANDLINGS, 'overdue', 'recovered', 'mine', 'all'] as const

beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
})

/** Units of the small fleet by number. */
const unit = fc.nat({ max: 5 })
const step = fc.oneof(
  fc.record({
    does: fc.constant('raise' as const),
    unit,
    handling: fc.constantFrom(...HANDLINGS),
    active: fc.boolean(),
    mine: fc.boolean(),
  }),
  fc.record({ does: fc.constant('recover' as const), unit }),
  fc.record({ does: fc.constant('handle' as const), unit, handling: fc.constantFrom(...HANDLINGS) }),
  fc.record({ does: fc.constant('mute' as const), unit, muted: fc.boolean() }),
  fc.record({ does: fc.constant('delete' as const), unit }),
  fc.record({ does: fc.constant('move' as const), unit, to: fc.constantFrom('A', 'A11', 'A2', 'B' as const) }),
  fc.record({ does: fc.constant('fold' as const) }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

it('each quick tab counts what its list holds, whatever happened before', { timeout: 180_000 }, async () => {
  const calls = new Map<string, Awaited<ReturnType<typeof as>>>()
  for (const person of PERSONS) calls.set(person, await as(person))
  let number = 0
  const idOf = (at: number): number => {
    const device = fleet.devices[at]
    if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
    return device.device_id
  }
  const take = (one: Step): Promise<unknown> => {
    switch (one.does) {
      case 'raise':
        number += 1
        return database.db
          .insertInto('alarms')
          .values({
            device_id: idOf(one.unit),
            type: 'device_fault',
            rule_key: `k${number}`,
            severity: 'major',
            value: null,
            first_at: new Date(),
            last_at: new Date(),
            recovered_at: one.active ? null : new Date(),
            handling: one.handling,
            assignee_uid: one.mine ? fleet.accounts.city_a1 : null,
          })
          .execute()
      case 'recover':
        return database.db
          .updateTable('alarms')
          .set({ recovered_at: new Date() })
          .where('device_id', '=', idOf(one.unit))
          .execute()
      case 'handle':
        return database.db
          .updateTable('alarms')
          .set({ handling: one.handling })
          .where('device_id', '=', idOf(one.unit))
          .execute()
      case 'mute':
        return database.db
          .updateTable('alarms')
          .set({ muted: one.muted })
          .where('device_id', '=', idOf(one.unit))
          .execute()
      case 'delete':
        return database.db.deleteFrom('alarms').where('device_id', '=', idOf(one.unit)).execute()
      case 'move':
        return database.db
          .updateTable('devices')
          .set(fleet.distributors[one.to])
          .where('device_id', '=', idOf(one.unit))
          .execute()
      case 'fold':
        return sql`select fold_alarm_tally()`.execute(database.db)
      default:
        return one satisfies never
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const one of steps) await take(one)
      for (const person of PERSONS) {
        const call = calls.get(person)
        if (call === undefined) throw new Error(person)
        const counts = await call(api.alarmCounts)
        const listed: Record<string, number> = {}
        for (const tab of TABS) {
          const { list, total } = await call(api.alarmList, { query: { pageNo: 1, size: 999 }, body: { tab } })
          listed[tab] = list.length
          expect([person, tab, total]).toEqual([person, tab, list.length])
        }
        expect([person, counts]).toEqual([person, listed])
      }
    }),
    { numRuns: 6 },
  )
})

it('the tally holds nothing but what is counted, at each level', async () => {
  await sql`select fold_alarm_tally()`.execute(database.db)
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (
      select agent_path, handling, active, muted, sum(n) as n from alarm_tally where not below group by 1, 2, 3, 4
      having sum(n) <> 0
      except
      select agent_path, handling, active, muted, count(*) from alarms group by 1, 2, 3, 4
    ) differing`.execute(database.db)
  expect(rows).toEqual([{ wrong: 0 }])
})
