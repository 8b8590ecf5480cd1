import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()

/** The auditor may see no unit here. */
beforeAll(async () => {
  const auditors = the.database.db.updateTable('roles').where('role_name', '=', 'Read-only auditor')
  await auditors.set({ permissions: [] }).execute()
})

it('a notification of a unit is published only to accounts that see the unit', async () => {
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const office = await the.signedIn('office_a')
  const blind = await the.signedIn('auditor')
  await the.database.db
    .insertInto('device_events')
    .values({
      device_id: the.own.device_id,
      at: new Date(the.clock.now() + 1),
      kind: 'alarm',
      detail: JSON.stringify({ keys: ['e12'] }),
    })
    .execute()
  await the.recheck(Math.ceil(LIMITS.notices_poll_ms / LIMITS.push_recheck_ms))
  while ((await county.next()).cmd !== 'PushNotice');
  for (const console of [city, office, blind]) {
    await settle(console)
    expect(console.messages('PushNotice')).toEqual([])
  }
})

it('who may see no unit looks closely at none and reads none anew', async () => {
  const blind = await the.signedIn('auditor')
  for (const cmd of ['LiveView', 'RefreshDevice'] as const)
    expect(await blind.answerTo(blind.send({ cmd, mac: the.own.mac }))).toMatchObject({ error: 'no_permission' })
})
