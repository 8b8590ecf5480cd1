import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { beforeAll } from 'vitest'
import { readBuiltInRoleId, readWholeFleetId } from '../src/features/accounts/public.ts'
import { systemClock } from '../src/platform/clock.ts'
import { useFleetConsole } from './fleet-console.ts'
import { signIn } from './sign-in.ts'
import type { SmallAccount } from './small-fleet.ts'

/** Every account a test makes logs in with it at first. */
export const INITIAL_PASSWORD = 'Marble-Otter-51'

/** Call once at the top of a test file: the small fleet behind a real console process, and hands for making accounts. */
export const useAccountsCase = (settings: NodeJS.ProcessEnv = {}) => {
  const { database, fleet, console_ } = useFleetConsole(settings)
  let whole_fleet = 0
  let made = 0
  beforeAll(async () => {
    whole_fleet = await readWholeFleetId(database.db)
  })

  const on = () => ({ console: console_, fleet, whole_fleet })
  /** A session without the time that a password takes, of somebody whose first password is changed. */
  const signedIn = async (uid: number): Promise<{ uid: number; token: string; call: Call }> => {
    await database.db.updateTable('accounts').set({ must_change_password: false }).where('uid', '=', uid).execute()
    const { token } = await signIn({ database, clock: systemClock }, uid)
    return { uid, token, call: console_.clientOf(token) }
  }
  const as = async (person: SmallAccount): Promise<Call> => (await signedIn(fleet.accounts[person])).call
  const draftOf = async (role: BuiltInRole, agent_id: number | null) => {
    made += 1
    return {
      user_name: `person_${made}`,
      phone: '13800000000',
      role_id: await readBuiltInRoleId(database.db, role),
      resource_group_id: whole_fleet,
      agent_id,
      password: INITIAL_PASSWORD,
    }
  }
  return {
    database,
    on,
    as,
    signedIn,
    draftOf,
    /** An account of city A1, made by its province. */
    newCity: async () => {
      const body = await draftOf('City agent', fleet.distributors.A1.agent_id)
      return (await as('province_a'))(api.accountCreate, { body })
    },
    /** The edit that changes nothing. */
    editOf: async (uid: number) => {
      const row = await (await as('admin'))(api.accountInfo, { params: { id: uid } })
      const { nick_name, gender, company, language, time_zone, remark, updated_at } = row
      const { role_id, resource_group_id, agent_id, valid_until } = row
      const person = { nick_name, gender, company, language, time_zone, remark, updated_at }
      return { ...person, role_id, resource_group_id, agent_id, valid_until }
    },
    logIn: (user_name: string, password = INITIAL_PASSWORD) =>
      console_.anonymous(api.login, { body: { user_name, password } }),
  }
}
