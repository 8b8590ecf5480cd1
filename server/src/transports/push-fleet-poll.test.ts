import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'
import { foldCounters } from '../features/devices/store-tally.ts'

const the = usePushCase()

/** The auditor sees no counts here. */
beforeAll(async () => {
  const auditors = the.database.db.updateTable('roles').where('role_name', '=', 'Read-only auditor')
  await auditors.set({ permissions: [] }).execute()
})

/** Moves the times of all changes so far. */
const stampChanges = (offset: string) =>
  the.database.db
    .updateTable('changed_places')
    .set({ changed_at: sql`clock_timestamp() + ${offset}::interval` })
    .execute()

const fold = () => foldCounters(the.database.db, new Date())

it('counts that changed are published to those alone whose scope they are in', async () => {
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const blind = await the.signedIn('auditor')
  const { db } = the.database
  const { device_id } = the.own
  await db
    .insertInto('device_status')
    .values({ device_id, online: true, first_online_at: new Date() })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ online: true }))
    .execute()
  await fold()
  await stampChanges('-1 hour')
  await the.recheck(1)
  await db.updateTable('device_status').set({ online: false }).where('device_id', '=', device_id).execute()
  await fold()
  await the.recheck(1)
  while ((await county.next()).cmd !== 'PushFleet');
  for (const console of [city, blind]) {
    await settle(console)
    expect(console.messages('PushFleet')).toEqual([])
  }
})

it.each([
  // A clock of the database that is set meanwhile makes a change younger still.
  { changed: 'just before a console connected', offset: '1 hour', pushed: 1 },
  { changed: 'long before', offset: '-1 hour', pushed: 0 },
])(
  'the first poll publishes what changed $changed $pushed times: the console may have read its counts before',
  async (a) => {
    const { db } = the.database
    await db.updateTable('device_status').set({ online: false }).execute()
    await db.updateTable('device_status').set({ online: true }).execute()
    await fold()
    await stampChanges(a.offset)
    const county = await the.signedIn('county_a11')
    await the.recheck(1)
    await settle(county)
    expect(county.messages('PushFleet')).toHaveLength(a.pushed)
  },
)
