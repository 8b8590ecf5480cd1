import { api } from '@heatfleet/contract/api.ts'
import { PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { expect, test, vi } from 'vitest'
import { startConsole } from '../../../test/console-world.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { openPushConsole } from '../../../test/push-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, fleet, console_, as } = useFleetConsole()

const openAs = async (account: SmallAccount) => {
  const socket = await openPushConsole(console_.port)
  expect(await socket.authenticate(await console_.signIn(account))).toMatchObject({ code: 200 })
  return socket
}

test('an open socket is listed with its person, place and subscriptions, and is found by both', async () => {
  const admin = await as('admin')
  const socket = await openAs('city_a1')
  const mac = fleet.devices.find(({ agent_path }) => agent_path.startsWith(fleet.distributors.A1.agent_path))?.mac ?? ''
  const sn = socket.send({ cmd: 'WatchDevices', macs: [mac] })
  expect(await socket.answerTo(sn)).toMatchObject({ code: 200 })
  await openPushConsole(console_.port)
  const { total, sockets, queued_bytes_max } = await admin(api.systemSockets, { body: {} })
  expect(total).toBe(2)
  const found = sockets.find(({ user_name }) => user_name === 'city_a1')
  expect(found).toMatchObject({
    uid: fleet.accounts.city_a1,
    address: '127.0.0.1',
    devices: 1,
    queued_bytes: 0,
    viewer: '',
    browser: '',
    system: '',
  })
  expect(Date.parse(found?.active_time ?? '')).toBeGreaterThanOrEqual(Date.parse(found?.opened_time ?? ''))
  expect(sockets.find(({ uid }) => uid === null)?.user_name).toBe('')
  expect(queued_bytes_max).toBeGreaterThan(0)
  const searched = async (search: string) => (await admin(api.systemSockets, { body: { search } })).matching
  expect([await searched('CITY'), await searched('127.0'), await searched('province')]).toEqual([1, 2, 0])
})

test('one that is closed gets the code of an operator, keeps its session, and is an entry of the audit log', async () => {
  const admin = await as('admin')
  const socket = await openAs('city_a2')
  const list = async () => (await admin(api.systemSockets, { body: { search: 'city_a2' } })).sockets
  const [open] = await list()
  const socket_id = open?.socket_id ?? 0
  expect(await codeOf((await as('auditor'))(api.socketClose, { body: { socket_id } }))).toBe('no_permission')
  expect(await admin(api.socketClose, { body: { socket_id } })).toMatchObject({ socket_id })
  expect((await socket.closed).code).toBe(PUSH_CLOSE.closed_by_operator)
  expect(await list()).toEqual([])
  expect(await codeOf(admin(api.socketClose, { body: { socket_id } }))).toBe('socket_gone')
  const entries = await database.db
    .selectFrom('audit_log')
    .select(['object', 'result', 'detail'])
    .where('action', '=', 'socketClose')
    .where('object', '=', `socket ${socket_id}`)
    .orderBy('audit_id')
    .execute()
  expect(entries.map(({ result }) => result)).toEqual(expect.arrayContaining(['ok', 'socket_gone']))
  expect(entries.find(({ result }) => result === 'ok')?.detail).toMatchObject({
    user_name: 'city_a2',
    address: '127.0.0.1',
  })
})

test('sockets of every console are listed at each, and each closes them', async () => {
  const other = await startConsole(database)
  try {
    const [here, there] = [await as('admin'), (await other.signIn('admin')).call]
    const socket = await openPushConsole(other.port)
    expect(await socket.authenticate(await other.signIn('province_b'))).toMatchObject({ code: 200 })
    const search = { body: { search: 'province_b' } }
    const seenHere = async () => (await here(api.systemSockets, search)).sockets
    await vi.waitFor(async () => expect(await seenHere()).toHaveLength(1), { timeout: 20_000 })
    const [[open], [seen_there]] = [await seenHere(), (await there(api.systemSockets, search)).sockets]
    expect(open).toMatchObject({ user_name: 'province_b', address: '127.0.0.1', uid: fleet.accounts.province_b })
    expect(Date.parse(open?.active_time ?? '')).toBeGreaterThanOrEqual(Date.parse(open?.opened_time ?? ''))
    // Of both, although one alone has what was searched for: the sockets of the tests before are open here.
    expect((await here(api.systemSockets, search)).consoles).toBe(2)
    expect(open).toMatchObject({ socket_id: seen_there?.socket_id, console_id: seen_there?.console_id })
    const body = { socket_id: open?.socket_id ?? 0, console_id: open?.console_id ?? '' }
    expect(await here(api.socketClose, { body })).toEqual(body)
    expect(await seenHere()).toEqual([])
    expect(await codeOf(here(api.socketClose, { body }))).toBe('socket_gone')
    expect((await socket.closed).code).toBe(PUSH_CLOSE.closed_by_operator)
  } finally {
    await other.close()
  }
  const { rows } = await database.pool.query('select from console_sockets join consoles using (console_id)')
  expect(rows).toHaveLength((await (await as('admin'))(api.systemSockets, { body: {} })).total)
})

test('sockets of a console that was killed are not listed, and it comes back with all of them', async () => {
  const admin = await as('admin')
  const other = await startConsole(database)
  try {
    const socket = await openPushConsole(other.port)
    expect(await socket.authenticate(await other.signIn('province_b'))).toMatchObject({ code: 200 })
    const listed = async () => (await admin(api.systemSockets, { body: { search: 'province_b' } })).matching
    await vi.waitFor(async () => expect(await listed()).toBe(1), { timeout: 20_000 })
    await database.pool.query("update consoles set seen_at = now() - interval '30 seconds'")
    expect(await listed()).toBe(0)
    other.jump(10_000)
    await vi.waitFor(async () => expect(await listed()).toBe(1), { timeout: 20_000 })
  } finally {
    await other.close()
  }
})
