import { api } from '@heatfleet/contract/api.ts'
import type { BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { registerApp } from '../../../test/app-client.ts'
import { untilGiven } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { requeueBatches } from './store.ts'

const { database, fleet, console_, as } = useFleetConsole()

const uidsOf = (...accounts: SmallAccount[]) => accounts.map((account) => fleet.accounts[account])
type BatchBody = NonNullable<RequestOf<typeof api.batchCreate>['body']>
const disable = (ids: number[]) => ({
  body: { action: 'account-disable' as const, which: { by: 'ids' as const, ids }, input: {} },
})
/** The batch once it is over, with its objects. */
const outcomeOf = (call: Call, { batch_id }: BatchRecord) =>
  untilGiven(async () => {
    const answer = await call(api.batchItems, { params: { id: batch_id } })
    if (answer.batch.finished_at === null) throw new Error(`batch ${batch_id} is ${answer.batch.state}`)
    return { batch: answer.batch, results: answer.list.map(({ name, result }) => [name, result]) }
  })

describe('a batch', () => {
  it('does to each what it may, and says why not to the others', async () => {
    const call = await as('province_a')
    const body = disable(uidsOf('city_a2', 'province_a', 'province_b', 'city_a2'))
    const { batch, results } = await outcomeOf(call, await call(api.batchCreate, body))
    expect(batch).toMatchObject({ action: 'account-disable', state: 'done', total: 3, done: 1, failed: 2 })
    expect(results).toEqual([
      ['city_a2', 'ok'],
      ['province_a', 'own_access_fixed'],
      // Elsewhere is nowhere: not even the name.
      ['', 'user_not_exist'],
    ])
    const again = await call(api.batchCreate, { body: { ...body.body, action: 'account-enable' } })
    expect((await outcomeOf(call, again)).results[0]).toEqual(['city_a2', 'ok'])
  })

  it('leaves a line in the audit log for each object, as if it was done by hand', async () => {
    const call = await as('admin')
    const { batch_id } = (await outcomeOf(call, await call(api.batchCreate, disable(uidsOf('city_a2', 'admin'))))).batch
    const lines = (await call(api.auditList, { body: { action: 'accountDisable' } })).list.filter(
      ({ detail }) => detail.batch_id === batch_id,
    )
    // The newest stands first.
    expect(lines.map(({ user_name, object, result, method }) => [user_name, object, result, method])).toEqual([
      ['admin', `account ${fleet.accounts.admin}`, 'own_access_fixed', 'batch'],
      ['admin', `account ${fleet.accounts.city_a2}`, 'ok', 'batch'],
    ])
    await call(api.accountEnable, { params: { id: fleet.accounts.city_a2 } })
  })

  it('of a filter reaches what matches within the scope, but what is left out', async () => {
    const call = await as('province_a')
    const { role_id } = await call(api.accountInfo, { params: { id: fleet.accounts.county_a11 } })
    const role = (except: number[]): BatchBody => ({
      action: 'account-role',
      which: { by: 'filter', filter: { role_id }, except },
      input: { role_id },
    })
    expect((await outcomeOf(call, await call(api.batchCreate, { body: role([]) }))).results).toEqual([
      ['county_a11', 'ok'],
    ])
    await expect(call(api.batchCreate, { body: role(uidsOf('county_a11')) })).rejects.toMatchObject({
      code: 'batch_empty',
    })
  })

  it('closes and opens distributors, but none elsewhere', async () => {
    const call = await as('staff_hangzhou')
    const { A11, B } = fleet.distributors
    for (const action of ['agent-disable', 'agent-enable'] as const) {
      const body: BatchBody = { action, which: { by: 'ids', ids: [A11.agent_id, B.agent_id] }, input: {} }
      expect((await outcomeOf(call, await call(api.batchCreate, { body }))).results).toEqual([
        ['A11', 'ok'],
        ['', 'distributor_not_found'],
      ])
    }
  })

  it('notifies distributors, but none elsewhere', async () => {
    const call = await as('province_a')
    const { A1, B } = fleet.distributors
    const input = { title: 'Stocktaking', text: 'On Friday.' }
    const body: BatchBody = { action: 'agent-notify', which: { by: 'ids', ids: [A1.agent_id, B.agent_id] }, input }
    expect((await outcomeOf(call, await call(api.batchCreate, { body }))).results).toEqual([
      ['A1', 'ok'],
      ['', 'distributor_not_found'],
    ])
    for (const [agent_level, names] of [
      [1, ['A']],
      [3, ['A11']],
    ] as const) {
      const all: BatchBody = {
        action: 'agent-notify',
        which: { by: 'filter', filter: { agent_level }, except: [] },
        input,
      }
      const { results } = await outcomeOf(call, await call(api.batchCreate, { body: all }))
      expect(results).toEqual(names.map((name) => [name, 'ok']))
    }
    const { list } = await (await as('city_a1'))(api.notices)
    expect(list.filter(({ what }) => what === 'announced')).toMatchObject([{ subject: 'Stocktaking' }])
    await expect((await as('auditor'))(api.batchCreate, { body })).rejects.toMatchObject({
      code: 'no_permission',
    })
  })

  it('shuts app users out with a reason, where there are any', async () => {
    const call = await as('admin')
    const body: BatchBody = { action: 'app-user-disable', which: { by: 'ids', ids: [1] }, input: { reason: 'test' } }
    expect((await outcomeOf(call, await call(api.batchCreate, { body }))).results).toEqual([['', 'app_user_not_found']])
  })

  it('marks and messages the app users that match a filter, in the scope and not erased', async () => {
    const { db } = database
    const app = await registerApp(db, console_.base_url)
    const anna = await app.join('anna@example.com')
    await app.join('elsewhere@example.com')
    const call = await as('admin')
    const filter = { email: 'anna@' }
    const runBatch = async (body: BatchBody) => (await outcomeOf(call, await call(api.batchCreate, { body }))).results
    const which = { by: 'filter' as const, filter, except: [] }
    const mark = (marks: ('vip' | 'test')[], how: 'add' | 'remove') =>
      runBatch({ action: 'app-user-mark', which, input: { marks, how } })
    expect(await mark(['vip', 'test'], 'add')).toEqual([['anna@example.com', 'ok']])
    await mark(['test'], 'remove')
    const params = { id: anna.app_user_id }
    expect((await call(api.appUserInfo, { params })).marks).toEqual(['vip'])

    const input = { title: 'Winter', text: 'Please keep the filters clean.' }
    await runBatch({ action: 'app-user-message', which, input })
    expect((await anna.call(api.appMessages)).list).toMatchObject([input])
    const lines = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', 'in', ['batchCreate', 'messageAppUser'])
      .execute()
    expect(JSON.stringify(lines)).not.toContain('filters clean')

    await call(api.eraseAppUser, { params, body: { confirm_id: anna.app_user_id, reason: 'asked' } })
    const gone: BatchBody = { action: 'app-user-message', which: { by: 'ids', ids: [anna.app_user_id] }, input }
    expect(await runBatch(gone)).toEqual([['', 'app_user_erased']])
  })

  it('is not started without the permission of its action', async () => {
    const call = await as('auditor')
    await expect(call(api.batchCreate, disable(uidsOf('staff')))).rejects.toMatchObject({ code: 'no_permission' })
  })
})

describe('what was not done', () => {
  it('is tried again alone, with the rights of now', async () => {
    const call = await as('admin')
    const first = await outcomeOf(call, await call(api.batchCreate, disable(uidsOf('factory', 'admin'))))
    expect(first.batch).toMatchObject({ done: 1, failed: 1 })
    const again = await call(api.batchRetry, { params: { id: first.batch.batch_id } })
    expect(again.batch_id).not.toBe(first.batch.batch_id)
    expect((await outcomeOf(call, again)).results).toEqual([['admin', 'own_access_fixed']])
    const one = await outcomeOf(call, await call(api.batchCreate, disable(uidsOf('factory'))))
    const nothing = call(api.batchRetry, { params: { id: one.batch.batch_id } })
    await expect(nothing).rejects.toMatchObject({ code: 'batch_empty' })
  })
})

describe('a batch that was not started', () => {
  /** A batch as a process left it that ended before its turn: recorded, and in no queue. */
  const leftBy = async (account: SmallAccount, permissions: readonly string[], ids: number[]) => {
    const { call, uid } = await console_.signIn(account)
    const { db } = database
    const from = { permissions, user_name: account, address: '', user_agent: '', request_id: '' }
    const input = JSON.stringify({ ask: disable(ids).body, ...from })
    const { batch_id } = await db
      .insertInto('batch_jobs')
      .values({ uid, input, total: ids.length, created_at: new Date() })
      .returning('batch_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('batch_items')
      .values(ids.map((object_id, at) => ({ batch_id, position: at + 1, object_id, name: String(object_id) })))
      .execute()
    return { call, batch_id, batch: (await call(api.batchItems, { params: { id: batch_id } })).batch }
  }

  it('is stopped for good, by its person alone', async () => {
    const { call, batch_id } = await leftBy('admin', PERMISSIONS, uidsOf('county_a11'))
    const cancel = (by: Call) => by(api.batchCancel, { params: { id: batch_id } })
    await expect(cancel(await as('staff'))).rejects.toMatchObject({ code: 'not_found' })
    expect(await cancel(call)).toMatchObject({ state: 'cancelled', done: 0, failed: 0 })
    await expect(cancel(call)).rejects.toMatchObject({ code: 'batch_not_open' })
    expect(await requeueBatches(database.db)).toBe(0)
    const { list } = await call(api.batchItems, { params: { id: batch_id }, body: { only: 'open' } })
    expect(list.map(({ result }) => result)).toEqual([null])
  })

  it('continues in the next process, with no permission it did not have when requested', async () => {
    const [allowed, bare] = [
      await leftBy('admin', PERMISSIONS, uidsOf('office_a', 'admin')),
      await leftBy('staff', ['account:view'], uidsOf('county_a11')),
    ]
    expect(await requeueBatches(database.db)).toBe(2)
    expect((await outcomeOf(allowed.call, allowed.batch)).results.map(([, result]) => result)).toEqual([
      'ok',
      'own_access_fixed',
    ])
    expect((await outcomeOf(bare.call, bare.batch)).results.map(([, result]) => result)).toEqual(['no_permission'])
  })
})
