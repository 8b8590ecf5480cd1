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
})
