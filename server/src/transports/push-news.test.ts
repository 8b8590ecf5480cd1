import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()

it('news of a unit is told to who sees the unit, and to nobody beside', async () => {
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const blind = await the.signedIn('office_a')
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
  for (const console of [city, blind]) {
    await settle(console)
    expect(console.messages('PushNotice')).toEqual([])
  }
})
