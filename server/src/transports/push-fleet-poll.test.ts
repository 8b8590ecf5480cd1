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
  // The first poll knows of no change.
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
