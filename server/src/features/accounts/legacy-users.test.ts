import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { refusalOf } from '../../../test/refusals.ts'

const case_ = useAccountsCase()

describe('older calls', () => {
  const get = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${case_.on().console.base_url}${API_PREFIX}${path}`, { headers })
    return (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> | null }
  }

  it('make, change and delete an account by the same rules', async () => {
    const call = await case_.as('province_a')
    const { role_id } = await case_.draftOf('City agent', null)
    const query = {
      user_name: 'older_client',
      phone: '13900000000',
      role_id,
      resource_group_id: case_.on().whole_fleet,
      agent_id: String(case_.on().fleet.distributors.A1.agent_id),
    }
    const created = await call(api.addUsermanage, { query })
    expect((await case_.logIn('older_client', created.password)).must_change_password).toBe(true)
    const changed = await call(api.updateUsermanage, { query: { uid: created.uid, nick_name: 'Older' } })
    expect(changed).toMatchObject({ nick_name: 'Older', agent_id: case_.on().fleet.distributors.A1.agent_id })
    expect(await refusalOf(call(api.updateUsermanage, { query: { uid: created.uid, agent_id: '0' } }))).toBe(
      'grants_more_than_own agent_id',
    )
    const admin = await case_.as('admin')
    expect(await refusalOf(call(api.deleteUser, { query: { uid: created.uid } }))).toBe('no_permission')
    expect(await refusalOf(admin(api.deleteUser, { query: { uid: created.uid } }))).toBe('ok')
    expect((await call(api.getUserList, { query: { user_name: 'older_client' } })).total).toBe(0)
  })

  it('make and change an account by POST as by GET', async () => {
    const call = await case_.as('province_a')
    const { role_id } = await case_.draftOf('City agent', null)
    const { agent_id } = case_.on().fleet.distributors.A1
    const body = {
      user_name: 'older_post',
      phone: '13900000000',
      role_id,
      resource_group_id: case_.on().whole_fleet,
      agent_id,
    }
    const created = await call(api.addUsermanageByPost, { body })
    expect((await case_.logIn('older_post', created.password)).must_change_password).toBe(true)
    const edit = { uid: created.uid, nick_name: 'Posted', email: 'posted@example.com', phone: '' }
    expect(await call(api.updateUsermanageByPost, { body: edit })).toMatchObject({ nick_name: 'Posted', agent_id })
    const edited = await (await case_.as('admin'))(api.accountInfo, { params: { id: created.uid } })
    expect(edited).toMatchObject({ phone: '', email: 'posted@example.com' })
    expect(await refusalOf(call(api.updateUsermanageByPost, { body: { ...edit, agent_id: 0 } }))).toBe(
      'grants_more_than_own agent_id',
    )
  })

  it.each(['deleteUser', 'deletUsermanage'] as const)(
    '%s disables and deletes in one, session and all',
    async (name) => {
      const admin = await case_.as('admin')
      const { db } = case_.database
      const remove = (call: Call, uid: number) => refusalOf(call(api[name], { query: { uid } }))
      const withRights = async (role_name: string, permissions: string[]) => {
        const role = {
          role_name: `${name} ${role_name}`,
          permissions,
          level: 'manufacturer',
          data_scope: 'all',
        } as const
        const { role_id } = await db.insertInto('roles').values(role).returning('role_id').executeTakeFirstOrThrow()
        const body = { ...(await case_.draftOf('Platform admin', null)), role_id }
        return case_.signedIn((await admin(api.accountCreate, { body })).uid)
      }
      const { uid, token } = await withRights('to delete', ['account:view'])
      // The right to delete alone applies to accounts that were disabled by others.
      const deleter = await withRights('deleter', ['account:view', 'account:delete'])
      expect((await get('/account/role-menu', { key: CONSOLE_APPLICATION_KEY, token })).code).toBe(200)
      expect(await remove(deleter.call, uid)).toBe('no_permission')
      expect(await remove(admin, uid)).toBe('ok')
      expect((await get('/account/role-menu', { key: CONSOLE_APPLICATION_KEY, token })).msg).toBe('invalid token')
      expect(await db.selectFrom('accounts').select('uid').where('uid', '=', uid).execute()).toEqual([])
      const lines = db.selectFrom('audit_log').select(['action', 'detail']).where('object', '=', `account ${uid}`)
      expect((await lines.where('action', '=', name).where('result', '=', 'ok').execute())[0]?.detail).toMatchObject({
        before: { disabled: false },
        after: { disabled: true },
      })
    },
  )

  it('that change by GET act with the token header alone, and are written down without the person', async () => {
    const { token } = await case_.signedIn(case_.on().fleet.accounts.admin)
    const path = `/user/updateUsermanage?uid=${case_.on().fleet.accounts.city_a2}&phone=13811112222&nick_name=by+link`
    const key = { key: CONSOLE_APPLICATION_KEY }
    expect((await get(path, { ...key, cookie: `token=${token}` })).msg).toBe('invalid token')
    expect((await get(`${path}&token=${token}`, key)).msg).toBe('invalid token')
    expect((await get(path, { token })).msg).toBe('invalid application key')
    const before = await (await case_.as('admin'))(api.accountInfo, {
      params: { id: case_.on().fleet.accounts.city_a2 },
    })
    expect(before.nick_name).not.toBe('by link')
    expect((await get(path, { ...key, token })).code).toBe(200)
    const { token: auditor } = await case_.signedIn(case_.on().fleet.accounts.auditor)
    expect((await get(path, { ...key, token: auditor })).msg).toBe('no permission')
    const lines = await case_.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'updateUsermanage')
      .execute()
    expect(lines.map(({ result }) => result)).toEqual(expect.arrayContaining(['ok', 'no_permission']))
    expect(JSON.stringify(lines)).not.toContain('13811112222')
  })
})
