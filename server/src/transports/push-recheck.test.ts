import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PING, PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import { sql, type Updateable } from 'kysely'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../test/eventually.ts'
import { usePushCase } from '../../test/push-case.ts'
import { settle } from '../../test/push-console.ts'
import { signIn } from '../../test/sign-in.ts'
import type { Tables } from '../platform/tables.ts'

const the = usePushCase()

type Undo = () => Promise<unknown>

/** Changes a role past the calls, as another process would; gives the way back. */
const changeRole = async (role_name: string, change: Updateable<Tables['roles']>): Promise<Undo> => {
  const { db } = the.database
  const at = db.updateTable('roles').where('role_name', '=', role_name)
  const before = await db
    .selectFrom('roles')
    .select(['permissions', 'data_scope'])
    .where('role_name', '=', role_name)
    .executeTakeFirstOrThrow()
  await at.set(change).execute()
  return () => at.set(before).execute()
}

/** The same with the account of city A1. */
const changeAccount = async (change: Updateable<Tables['accounts']>): Promise<Undo> => {
  const { db } = the.database
  const at = db.updateTable('accounts').where('user_name', '=', 'city_a1')
  const before = await db
    .selectFrom('accounts')
    .select(['role_id', 'resource_group_id', 'agent_id'])
    .where('user_name', '=', 'city_a1')
    .executeTakeFirstOrThrow()
  await at.set(change).execute()
  return () => at.set(before).execute()
}

/** Number of device queries that wait for a lock. */
const waitingForDevices = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where relation = 'devices'::regclass and not granted`.execute(the.database.db)
  return rows[0]?.n ?? 0
}

describe('rights of a socket that end', () => {
  it.each([
    ['log-off', () => the.database.db.deleteFrom('sessions').execute()],
    [
      'a disabled account',
      () =>
        the.database.db.updateTable('accounts').set({ disabled: true }).where('user_name', '=', 'city_a1').execute(),
    ],
  ])('%s closes the socket within a second', async (_, end) => {
    const console = await the.signedIn('city_a1')
    await end()
    await the.recheck()
    expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
    await the.database.db.updateTable('accounts').set({ disabled: false }).execute()
  })

  it('closes at once when this process knows of it', async () => {
    const console = await the.signedIn('city_a1')
    await the.database.db.deleteFrom('sessions').execute()
    the.stage.changes.sessionsChanged.publish({ uid: the.fleet.accounts.city_a1 })
    expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
  })

  it('a session idle for two hours ends although its socket stands', async () => {
    const console = await the.signedIn('city_a1')
    for (let minute = 0; minute <= 120 && console.ws.readyState === WebSocket.OPEN; minute++) {
      // Connected all the time, but idle.
      console.ws.send(PING)
      await settle(console)
      the.clock.move(60_000 - LIMITS.push_recheck_ms)
      await the.recheck()
    }
    expect((await console.closed).code).toBe(PUSH_CLOSE.session_over)
  })

  it('an account moved to another distributor sees its old devices no more', async () => {
    const { console } = await the.watching('city_a1', [the.own.mac])
    const move = (agent_id: number) =>
      the.database.db.updateTable('accounts').set({ agent_id }).where('user_name', '=', 'city_a1').execute()
    await move(the.fleet.distributors.B.agent_id)
    await the.recheck()
    await move(the.fleet.distributors.A1.agent_id)
    expect(the.stage.published.at(-1)).toEqual({ kind: 'watch', device_ids: [], begun: [] })
    expect(console.ws.readyState).toBe(WebSocket.OPEN)
  })

  it('an account moved while its devices are looked up watches none of them', async () => {
    const console = await the.signedIn('city_a1')
    const undo = await the.database.db.transaction().execute(async (trx) => {
      await sql`lock table devices in access exclusive mode`.execute(trx)
      console.send({ cmd: 'WatchDevices', macs: [the.own.mac] })
      await eventually(waitingForDevices).toBe(1)
      const back = await changeAccount({ agent_id: the.fleet.distributors.B.agent_id })
      await the.recheck()
      return back
    })
    while ((await console.next()).cmd !== 'CommandAck');
    expect(the.stage.published.at(-1)).toEqual({ kind: 'watch', device_ids: [], begun: [] })
    await undo()
  })

  it('a permission taken from the role ends the watching, and watching again is refused', async () => {
    const { console } = await the.watching('city_a1', [the.own.mac])
    const roles = the.database.db.updateTable('roles').where('role_name', '=', 'City agent')
    const { permissions } = await the.database.db
      .selectFrom('roles')
      .select('permissions')
      .where('role_name', '=', 'City agent')
      .executeTakeFirstOrThrow()
    await roles.set({ permissions: permissions.filter((permission) => permission !== 'device:view') }).execute()
    await the.recheck()
    expect(the.stage.published.at(-1)).toEqual({ kind: 'watch', device_ids: [], begun: [] })
    expect(await console.next()).toMatchObject({ cmd: 'PushMenuChanged' })
    const sn = console.send({ cmd: 'WatchDevices', macs: [the.own.mac] })
    expect(await console.next()).toMatchObject({ cmd: 'CommandAck', sn, error: 'no_permission' })
    await roles.set({ permissions }).execute()
  })

  it.each([
    ['rights of the role', () => changeRole('City agent', { permissions: ['device:view'] })],
    ['the data scope of the role', () => changeRole('City agent', { data_scope: 'own_agent' })],
    ['another role', () => changeAccount({ role_id: the.fleet.roles['County agent'] })],
    ['a resource group', () => changeAccount({ resource_group_id: the.fleet.city_group_id })],
    ['another distributor', () => changeAccount({ agent_id: the.fleet.distributors.A2.agent_id })],
  ])('%s makes only this console fetch its menu anew, once', async (_, change) => {
    const console = await the.signedIn('city_a1')
    const other = await the.signedIn('province_b')
    const undo = await change()
    await the.recheck(3)
    expect(await console.next()).toMatchObject({ cmd: 'PushMenuChanged' })
    await settle(console)
    expect(console.messages('PushMenuChanged')).toHaveLength(1)
    await settle(other)
    expect(other.messages('PushMenuChanged')).toEqual([])
    await undo()
  })

  it('a device given to another distributor is watched no more', async () => {
    await the.watching('city_a1', [the.own.mac])
    const give = (place: { agent_id: number; agent_path: string }) =>
      the.database.db.updateTable('devices').set(place).where('device_id', '=', the.own.device_id).execute()
    await give(the.fleet.distributors.A2)
    await the.recheck(3)
    await give(the.fleet.distributors[the.own.at])
    expect(the.stage.published.at(-1)).toEqual({ kind: 'watch', device_ids: [], begun: [] })
  })

  it('ends a socket that was silent for ninety seconds, after a ping', async () => {
    const console = await the.stage.open()
    const session = await signIn(the, the.fleet.accounts.city_a1)
    await console.authenticate(session)
    const quiet = await the.signedIn('city_a1')
    // Reads nothing: neither pings nor a close reach the program.
    quiet.ws.pause()
    const rounds = 10
    for (let passed_ms = 0; passed_ms < 95_000; passed_ms += rounds * LIMITS.push_recheck_ms) {
      await the.recheck(rounds)
      await settle(console)
    }
    expect(await the.stage.metrics.metrics()).toContain('heatfleet_push_closed_total{reason="gone"} 1')
    expect(console.ws.readyState).toBe(WebSocket.OPEN)
    quiet.ws.terminate()
  })

  it('makes every console reconnect when the service stops', async () => {
    const console = await the.signedIn('admin')
    const over = the.stage.close()
    expect((await console.closed).code).toBe(PUSH_CLOSE.restart)
    await over
  })
})
