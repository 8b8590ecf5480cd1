import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_ } = useFleetConsole()

beforeEach(() => database.db.deleteFrom('api_tokens').execute())

const look = (token: string) => refusalOf(console_.anonymous(api.passwordLink, { body: { token } }))

/** A program of the administrator for city A1, and the link to a new password it made for the county below. */
const handed = async () => {
  const { call: admin } = await console_.signIn('admin')
  const { agent_id } = fleet.distributors.A1
  const program = await admin(api.createApiToken, {
    body: { token_name: 'Desk', permissions: [...PERMISSIONS], expires_in_days: 1, agent_id },
  })
  const call: Call = console_.clientOf(program.token)
  const link = await call(api.accountPasswordLink, { params: { id: fleet.accounts.county_a11 } })
  return { admin, call, api_token_id: program.api_token_id, token: link.token }
}

describe('a link to a new password that a program made', () => {
  it('is good while its program reaches the account', async () => {
    const { call, token } = await handed()
    expect(await look(token)).toBe('ok')
    const sibling = { params: { id: fleet.accounts.city_a2 } }
    expect(await refusalOf(call(api.accountPasswordLink, sibling))).toBe('user_not_exist')
  })

  it('is worth nothing once the program no longer reaches it, although its account does', async () => {
    const { token, api_token_id } = await handed()
    await database.db
      .updateTable('api_tokens')
      .set({ agent_id: fleet.distributors.A2.agent_id })
      .where('api_token_id', '=', api_token_id)
      .execute()
    expect(await look(token)).toBe('password_link_invalid')
  })

  it('ends with its program', async () => {
    const { admin, token, api_token_id } = await handed()
    await admin(api.revokeApiToken, { body: { api_token_id } })
    expect(await look(token)).toBe('password_link_invalid')
  })
})
