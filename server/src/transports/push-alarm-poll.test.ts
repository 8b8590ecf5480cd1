import { beforeAll, expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()

/** The auditor may see no alarm here. */
beforeAll(async () => {
  const auditors = the.database.db.updateTable('roles').where('role_name', '=', 'Read-only auditor')
  await auditors.set({ permissions: [] }).execute()
})

it('a changed alarm is published only to accounts that see it', async () => {
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const blind = await the.signedIn('auditor')
  // The first poll knows of no change.
  await the.recheck(1)
  const at = new Date()
  await the.database.db
    .insertInto('alarms')
    .values({ device_id: the.own.device_id, type: 'bus_lost', severity: 'major', first_at: at, last_at: at })
    .execute()
  await the.recheck(1)
  while ((await county.next()).cmd !== 'PushAlarms');
  for (const console of [city, blind]) {
    await settle(console)
    expect(console.messages('PushAlarms')).toEqual([])
  }
})
