import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useReferences, usesOf } from '../../../test/references-case.ts'

const { database, fleet, as, objects, cases, policyOf, ruleOf, muteOf, forget, nameOf, admin } = useReferences()
const at = (id: number) => ({ params: { id } })

describe('what something else names is not deleted', () => {
  it.each(cases)('%s while it is named by %s', async (of, kind, use) => {
    const { id, remove } = await objects[of]()
    await use(id as never)
    expect(await usesOf(remove())).toBe(`${kind} Users`)
    await forget()
    expect(await usesOf(remove())).toBe('ok')
  })

  it('a mute that is over and a deleted rule name nothing any more', async () => {
    const { id, remove } = await objects.device_group()
    await muteOf({ group_id: id, until_at: new Date(1) })
    await muteOf({ group_id: id, ended_at: new Date(1) })
    await ruleOf({ group_id: id, deleted_at: new Date(1) })
    expect(await usesOf(remove())).toBe('ok')
    await forget()
  })

  it('counts what the caller does not see', async () => {
    // The manufacturer's policies are not seen by those below it.
    const province = await as('province_a')
    const group = { group_name: nameOf('Province'), agent_ids: [fleet.distributors.A1.agent_id] }
    const { group_id } = await province(api.createResourceGroup, { body: group })
    await policyOf({ resource_group_id: group_id })
    const remove = province(api.deleteResourceGroup, { ...at(group_id), query: { reason: 'unused' } })
    expect(await usesOf(remove)).toBe('hidden 1')
    await forget()
  })

  it('an account stays while a policy reaches what that account sees', async () => {
    const { uid } = await database.db
      .selectFrom('accounts')
      .select('uid')
      .where('user_name', '=', 'staff')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('accounts').set({ disabled: true }).where('uid', '=', uid).execute()
    await policyOf({})
    await database.db.updateTable('notification_policies').set({ narrowed_uid: uid }).execute()
    expect(await usesOf(admin()(api.accountDelete, at(uid)))).toBe('notification_policy Users')
    await forget()
    expect(await usesOf(admin()(api.accountDelete, at(uid)))).toBe('ok')
  })
})
