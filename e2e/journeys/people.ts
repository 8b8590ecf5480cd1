import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { running, type SignedIn, signIn } from '../running.ts'

/** What a person of a journey may and sees. */
type Place = { permissions: Permission[]; data_scope?: DataScope }
/** A role of one person, and somebody signed in who has it. */
export type NewPerson = { role_id: number; role_name: string; person: SignedIn }

/** A role made by the administrator for one journey, of the manufacturer, and its only account, signed in. */
export const makePerson = async (admin: SignedIn, { permissions, data_scope = 'all' }: Place): Promise<NewPerson> => {
  const stamp = Date.now().toString(36)
  const role_name = `Desk ${stamp}`
  const user_name = `desk-${stamp}`
  const { role_id } = await admin.call(api.createRole, {
    body: { role_name, level: 'manufacturer', permissions, data_scope },
  })
  const groups = await admin.call(api.resourceGroupList, { body: { grantable: true } })
  const resource_group_id = groups.list.find(({ everything }) => everything)?.group_id ?? 0
  const password = `First-${stamp}`.slice(0, 16)
  await admin.call(api.accountCreate, {
    body: {
      user_name,
      email: `${user_name}@example.com`,
      phone: null,
      role_id,
      resource_group_id,
      agent_id: null,
      password,
    },
  })
  const first = createClient({ base_url: running.url(), token: () => null })
  const { token } = await first(api.login, { body: { user_name, password } })
  await createClient({ base_url: running.url(), token: () => token })(api.modifyPassword, {
    body: { old_password: password, new_password: running.password() },
  })
  return { role_id, role_name, person: await signIn(user_name) }
}
