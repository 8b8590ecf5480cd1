import { expect, it } from 'vitest'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()

it('a changed service order is published to accounts that see orders of its device, and to no others', async () => {
  const without_orders = the.database.db.updateTable('roles').where('role_name', '=', 'Read-only auditor')
  await without_orders.set({ permissions: ['device:view'] }).execute()
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const blind = await the.signedIn('auditor')
  const { device_id, agent_path } = the.own
  the.stage.changes.ordersChanged.publish({ device_id, agent_path, product_key: the.fleet.product_key })
  while ((await county.next()).cmd !== 'PushOrders');
  for (const console of [city, blind]) {
    await settle(console)
    expect(console.messages('PushOrders')).toEqual([])
  }
})
