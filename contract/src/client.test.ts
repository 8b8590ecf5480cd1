import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { createClient } from './client.ts'

const clientOver = (body: unknown, headers: Record<string, string> = {}) =>
  createClient({ base_url: '', token: () => null, fetch: async () => Response.json(body, { headers }) })

describe('the typed client', () => {
  it('gives a refusal the id of its request, so that a person can quote it', async () => {
    const call = clientOver(
      { code: 400, data: null, msg: 'no permission', error: { code: 'no_permission' } },
      { 'x-request-id': 'req-1' },
    )
    await expect(call(api.menuProducts)).rejects.toMatchObject({ code: 'no_permission', request_id: 'req-1' })
  })
  it('leaves the id away where the answer had none', async () => {
    const call = clientOver({ code: 400, data: null, msg: 'no permission' })
    await expect(call(api.menuProducts)).rejects.toMatchObject({ code: 'no_permission', request_id: undefined })
  })

  it.each([
    { call: 'deleteRole', endpoint: api.deleteRole, purpose: 'delete' },
    { call: 'deleteUser, by GET', endpoint: api.deleteUser, purpose: 'delete' },
    { call: 'editRole', endpoint: api.editRole, purpose: 'save' },
    { call: 'createAgent', endpoint: api.createAgent, purpose: 'save' },
    { call: 'modelSet', endpoint: api.modelSet, purpose: 'save' },
    { call: 'login', endpoint: api.login, purpose: undefined },
    { call: 'deviceList, by POST', endpoint: api.deviceList, purpose: undefined },
  ])('says what a refused call was for: $call', async ({ endpoint, purpose }) => {
    const call = clientOver({ code: 500, data: null, msg: 'system exception', error: { code: 'system_exception' } })
    const params = { id: 1 }
    await expect(call(endpoint, { params } as never)).rejects.toMatchObject({ code: 'system_exception', purpose })
  })
})
