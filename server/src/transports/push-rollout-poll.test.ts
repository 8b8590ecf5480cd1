import type { Permission } from '@heatfleet/contract/permissions.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { imageOf, insertFirmware } from '../../test/firmware-case.ts'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'

const the = usePushCase()
let firmware_id = 0

/** The auditor may see no rollout here. */
beforeAll(async () => {
  const { db } = the.database
  const { product_key } = await db.selectFrom('devices').select('product_key').executeTakeFirstOrThrow()
  firmware_id = await insertFirmware(db, product_key, imageOf(100))
  const permit = (role_name: string, permissions: Permission[]) =>
    db.updateTable('roles').set({ permissions }).where('role_name', '=', role_name).execute()
  await permit('Read-only auditor', [])
  for (const role of ['City agent', 'County agent']) await permit(role, ['ota:view'])
})
beforeEach(() => the.database.db.deleteFrom('upgrades').execute())

const queueUpgrade = async (): Promise<number> => {
  const at = new Date()
  const times = { created_at: at, moved_at: at, deadline_at: at, expires_at: at, finished_at: null }
  const { upgrade_id } = await the.database.db
    .insertInto('upgrades')
    .values({
      firmware_id,
      device_id: the.own.device_id,
      rollout_id: null,
      from_version: '1.4.2',
      state: 'waiting',
      reason: null,
      ...times,
    })
    .returning('upgrade_id')
    .executeTakeFirstOrThrow()
  return upgrade_id
}

it('an upgrade that moves is published to the accounts that see its unit, once for each move', async () => {
  const county = await the.signedIn('county_a11')
  const city = await the.signedIn('city_a2')
  const blind = await the.signedIn('auditor')
  // The first poll knows of no change.
  await the.recheck(1)
  const upgrade_id = await queueUpgrade()
  await the.recheck(1)
  while ((await county.next()).cmd !== 'PushRollouts');
  await the.recheck(1)
  await settle(county)
  expect(county.messages('PushRollouts')).toHaveLength(1)
  await the.database.db
    .updateTable('upgrades')
    .set({ state: 'announced' })
    .where('upgrade_id', '=', upgrade_id)
    .execute()
  await the.recheck(1)
  while ((await county.next()).cmd !== 'PushRollouts');
  for (const console of [city, blind]) {
    await settle(console)
    expect(console.messages('PushRollouts')).toEqual([])
  }
})

it('a rollout that moves is published to the place of who proposed it and to those above', async () => {
  const admin = await the.signedIn('admin')
  const county = await the.signedIn('county_a11')
  await the.recheck(1)
  const { db } = the.database
  const { product_key } = await db.selectFrom('devices').select('product_key').executeTakeFirstOrThrow()
  await db
    .insertInto('rollouts')
    .values({
      kind: 'firmware',
      firmware_id,
      upgrade_type: 'list',
      name: 'To 1.5.0',
      remark: '',
      product_key,
      uid: null,
      api_token_id: null,
      creator: 'admin',
      agent_path: '/',
      group_id: null,
      origin: JSON.stringify({ permissions: [], address: '', user_agent: '', request_id: '' }),
      settings: JSON.stringify({ points: [], template: null }),
      target: JSON.stringify({ by: 'macs', macs: [] }),
      rules: JSON.stringify({ waves: [] }),
      state: 'proposed',
      of_rollout_id: null,
      created_at: new Date(),
    })
    .execute()
  await the.recheck(1)
  while ((await admin.next()).cmd !== 'PushRollouts');
  await settle(county)
  expect(county.messages('PushRollouts')).toEqual([])
})
