import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { running, type SignedIn, signIn } from '../running.ts'

/** What a person of a journey may do and sees; without units, the whole fleet. */
type Access = { permissions: Permission[]; data_scope?: DataScope; units?: readonly { mac: string }[] }
/** A role and the session of its only account. */
type NewPerson = { role_id: number; role_name: string; person: SignedIn }

/** Replaces the initial password by that of the demo, as the first log-in requires, and signs in with it. */
export const firstLogIn = async (user_name: string, initial: string): Promise<SignedIn> => {
  const { token } = await createClient({ base_url: running.url(), token: () => null })(api.login, {
    body: { user_name, password: initial },
  })
  await createClient({ base_url: running.url(), token: () => token })(api.modifyPassword, {
    body: { old_password: initial, new_password: running.password() },
  })
  return signIn(user_name)
}

/** The built-in group of all units, or a new one that lists some. */
const findGroup = async ({ call }: SignedIn, group_name: string, units: Access['units']): Promise<number> => {
  if (units !== undefined)
    return (await call(api.createResourceGroup, { body: { group_name, macs: units.map(({ mac }) => mac) } })).group_id
  const { list } = await call(api.resourceGroupList, { body: { grantable: true } })
  return list.find(({ everything }) => everything)?.group_id ?? 0
}

/** A role made by the administrator for one journey, of the manufacturer, and its only account, signed in. */
export const makePerson = async (
  admin: SignedIn,
  { permissions, data_scope = 'all', units }: Access,
): Promise<NewPerson> => {
  const stamp = randomBytes(5).toString('hex')
  const role_name = `Desk ${stamp}`
  const user_name = `desk-${stamp}`
  const { role_id } = await admin.call(api.createRole, {
    body: { role_name, level: 'manufacturer', permissions, data_scope },
  })
  const password = `First-${stamp}`.slice(0, 16)
  await admin.call(api.accountCreate, {
    body: {
      user_name,
      email: `${user_name}@example.com`,
      phone: null,
      role_id,
      resource_group_id: await findGroup(admin, role_name, units),
      agent_id: null,
      password,
    },
  })
  return { role_id, role_name, person: await firstLogIn(user_name, password) }
}
