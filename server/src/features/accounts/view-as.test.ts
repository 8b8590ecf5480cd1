import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { READ_RIGHTS } from '@heatfleet/contract/roles/read-rights.ts'
import { describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { openPushConsole, type PushConsole } from '../../../test/push-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const case_ = useAccountsCase()
const viewing = async (uid: number) => {
  const admin = await case_.signedIn(case_.on().fleet.accounts.admin)
  const seen = await admin.call(api.viewAsStart, { params: { id: uid } })
  return { ...admin, seen }
}

/** The next message that answers; the view itself pushes a new menu. */
const answerOf = async (socket: PushConsole): Promise<unknown> => {
  const message = await socket.next()
  return message.cmd === 'PushMenuChanged' ? answerOf(socket) : message
}

describe('looking through other eyes', () => {
  it('shows the scope of that account and its rights to read, until it ends', async () => {
    const { accounts } = case_.on().fleet
    const { call, seen } = await viewing(accounts.city_a1)
    expect(seen).toMatchObject({ uid: accounts.city_a1, user_name: 'city_a1', viewer_name: 'admin' })
    expect(seen.permissions.every((right) => READ_RIGHTS.has(right))).toBe(true)
    expect(seen.permissions).toContain('device:view')
    expect((await call(api.deviceList, {})).total).toBe(3)
    const own = await call(api.viewAsEnd)
    expect(own).toMatchObject({ uid: accounts.admin, viewer_name: null })
    expect(own.permissions).toEqual(PERMISSIONS)
    expect((await call(api.deviceList, {})).total).toBe(6)
  })

  it('refuses control over the socket, of an open one too', async () => {
    const { fleet, console } = case_.on()
    const admin = await case_.signedIn(fleet.accounts.admin)
    const open = await openPushConsole(console.port)
    await open.authenticate(admin)
    await admin.call(api.viewAsStart, { params: { id: fleet.accounts.city_a1 } })
    const fresh = await openPushConsole(console.port)
    await fresh.authenticate({ uid: fleet.accounts.city_a1, token: admin.token })
    const mac = fleet.devices[1]?.mac ?? ''
    const foreign = fleet.devices[5]?.mac ?? ''
    for (const socket of [open, fresh]) {
      socket.send({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_dhw', value: 45 }] })
      expect(await answerOf(socket)).toMatchObject({ error: 'read_only_view' })
      socket.send({ cmd: 'LiveView', mac: foreign })
      expect(await answerOf(socket)).toMatchObject({ error: 'device_not_found' })
      socket.ws.close()
      await socket.closed
    }
  })

  it('is for who holds the right, and never towards who may more', async () => {
    const { accounts } = case_.on().fleet
    const province = await case_.as('province_a')
    expect(await refusalOf(province(api.viewAsStart, { params: { id: accounts.city_a1 } }))).toBe('no_permission')
    const permissions = ['account:view', 'account:view-as', 'device:view']
    const role = { role_name: 'looks', permissions, level: 'manufacturer' as const, data_scope: 'all' as const }
    const { role_id } = await case_.database.db
      .insertInto('roles')
      .values(role)
      .returning('role_id')
      .executeTakeFirstOrThrow()
    const body = { ...(await case_.draftOf('Manufacturer staff', null)), role_id }
    const { uid } = await (await case_.as('admin'))(api.accountCreate, { body })
    const { call } = await case_.signedIn(uid)
    expect(await refusalOf(call(api.viewAsStart, { params: { id: accounts.city_a1 } }))).toBe('account_above_own')
  })

  it('is written down with both names', async () => {
    const { accounts } = case_.on().fleet
    const { call } = await viewing(accounts.city_a2)
    await refusalOf(call(api.logoff))
    const lines = await case_.database.db
      .selectFrom('audit_log')
      .select(['action', 'uid', 'user_name', 'object'])
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute()
    expect(lines).toEqual([
      expect.objectContaining({ action: 'logoff', uid: accounts.admin, user_name: 'admin (as city_a2)' }),
      { action: 'viewAsStart', uid: accounts.admin, user_name: 'admin', object: `account ${accounts.city_a2}` },
    ])
  })

  it('is over when that account is closed, and when the viewer loses the right', async () => {
    const { accounts } = case_.on().fleet
    const { call } = await viewing(accounts.county_a11)
    await (await case_.as('admin'))(api.accountDisable, { params: { id: accounts.county_a11 } })
    expect(await refusalOf(call(api.deviceList, {}))).toBe('invalid_token')
    const closed = await case_.as('admin')
    expect(await refusalOf(closed(api.viewAsStart, { params: { id: accounts.county_a11 } }))).toBe('account_disabled')
  })

  it('cannot be begun by a link', async () => {
    const { accounts } = case_.on().fleet
    const path = `${case_.on().console.base_url}${API_PREFIX}/account/${accounts.city_a1}/view-as`
    const answer = await fetch(path, { headers: { key: CONSOLE_APPLICATION_KEY } })
    expect(answer.status).toBe(404)
  })
})
