import { LIMITS } from '@heatfleet/contract/limits.ts'
import { RolloutDraft } from '@heatfleet/contract/rollouts/rollout.ts'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../test/refusals.ts'
import { HEAT_45, HEAT_47, NOW, useRollouts } from '../../../test/rollouts-case.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const fixture = useRollouts()
const {
  database,
  page,
  callOf,
  propose,
  byId,
  approve,
  act,
  rollBack,
  info,
  units,
  statesOf,
  started,
  turn,
  setUnits,
  controls,
  answer,
  macOf,
} = fixture

describe('a rollout', () => {
  it('previews what would change, what is equal, off line or cannot be set, within the scope', async () => {
    await setUnits([1], { online: true, words: HEAT_47 })
    await setUnits([2], { online: false, words: HEAT_45 })
    const preview = async (account: SmallAccount, value: number, changes: object = {}) =>
      fixture.handlers.rolloutPreview(
        {
          params: undefined,
          query: page,
          body: {
            product_key: fixture.fleet.product_key,
            target: RolloutDraft.shape.target.parse({ by: 'filter', filter: {} }),
            points: [{ key: 'sp_heat', value }],
            ...changes,
          },
        },
        await callOf(account),
      )
    const all = await preview('admin', 47)
    expect(all.counts).toEqual({ change: 4, equal: 1, offline: 1, not_writable: 0 })
    expect(all.list.find(({ mac }) => mac === macOf(0))).toMatchObject({
      outcome: 'change',
      values: [{ key: 'sp_heat', old_value: 45 }],
    })
    const equal = await preview('admin', 47, { only: 'equal' })
    expect(equal.list.map(({ mac }) => mac)).toEqual([macOf(1)])
    expect(equal.total).toBe(1)
    expect((await preview('staff_hangzhou', 47)).total).toBe(3)
    expect(await refusalOf(preview('admin', 99))).toBe('above_max sp_heat')
  })

  it('needs somebody else to approve it, unless the role may approve its own', async () => {
    const { rollout_id } = await propose('staff')
    expect(await refusalOf(act('staff', rollout_id, 'start'))).toBe('rollout_state')
    expect(await refusalOf(approve('staff', rollout_id))).toBe('rollout_own_approval')
    expect(await approve('admin', rollout_id)).toMatchObject({ state: 'approved', approver: 'admin' })
    expect(await refusalOf(approve('admin', rollout_id))).toBe('rollout_state')
    const own = await propose('admin')
    expect((await approve('admin', own.rollout_id)).state).toBe('approved')
    expect((await fixture.handlers.rolloutReject(byId(own.rollout_id), await callOf('admin'))).state).toBe('rejected')
    expect(await refusalOf(act('admin', own.rollout_id, 'start'))).toBe('rollout_state')
  })

  it('is proposed only with values that some unit would take, and of units in sight', async () => {
    for (const [changes, refusal] of [
      [{ points: [{ key: 'sp_heat', value: 99 }] }, 'above_max sp_heat'],
      [{ points: [{ key: 't_out', value: 1 }] }, 'point_not_writable t_out'],
      [{ points: [{ key: 'none', value: 1 }] }, 'point_not_writable none'],
      [{ product_key: 'none' }, 'product_unknown product_key'],
      [{ template: 'none' }, 'template_unknown template'],
    ] as const)
      expect([changes, await refusalOf(propose('admin', changes))]).toEqual([changes, refusal])
    const target = { by: 'macs', macs: [macOf(5)] }
    expect(await refusalOf(propose('staff_hangzhou', { target }))).toBe('device_not_found macs')
    expect(await refusalOf(propose('admin', { target }))).toBe('ok')
  })

  it('is rolled back for all or some, each unit to its own old value, once', async () => {
    await setUnits([1], { online: true, words: { 204: 92 } })
    await setUnits([2], { online: true, words: HEAT_47 })
    const id = await started()
    expect(await refusalOf(rollBack('admin', id))).toBe('rollout_state')
    await turn(id)
    await answer('verified', { read_back: 47 })
    await turn(id)
    await setUnits([0, 1, 2, 3, 4, 5], { online: true, words: HEAT_47 })
    const some = await rollBack('admin', id, [macOf(1), macOf(2)])
    // What was equal before was not changed: there is nothing to take back.
    expect(some).toMatchObject({ state: 'running', of_rollout_id: id, total: 1, points: [] })
    await turn(some.rollout_id)
    expect((await controls()).at(-1)).toMatchObject({
      device_id: fixture.fleet.devices[1]?.device_id,
      old_value: 47,
      new_value: 46,
    })
    await answer('verified', { read_back: 46 })
    await turn(some.rollout_id)
    expect((await info(some.rollout_id)).state).toBe('done')
    expect((await units(id)).find(({ mac }) => mac === macOf(1))?.rollback).toEqual({
      rollout_id: some.rollout_id,
      state: 'done',
    })
    const rest = await rollBack('admin', id)
    expect(rest.total).toBe(4)
    expect(await refusalOf(rollBack('admin', id))).toBe('rollout_nothing_to_roll_back')
    await turn(rest.rollout_id)
    await answer('failed', { reason: 'no_answer' })
    await turn(rest.rollout_id)
    // A rollback does not halt; what failed may be tried again.
    expect(await info(rest.rollout_id)).toMatchObject({ state: 'done', counts: { failed: 4 } })
    expect((await rollBack('admin', id)).total).toBe(4)
  })

  it('of a device group is of its members when it starts, and of none that is gone', async () => {
    const { db } = database
    const made = { created_at: new Date(NOW), updated_at: new Date(NOW) }
    const { group_id } = await db
      .insertInto('device_groups')
      .values({ group_name: 'Two', description: '', filter: null, agent_id: null, created_by: null, ...made })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    const add = (index: number) =>
      db
        .insertInto('device_group_members')
        .values({ group_id, device_id: fixture.fleet.devices[index]?.device_id ?? 0 })
        .execute()
    await add(1)
    const target = { by: 'filter', filter: { group_id } }
    const { rollout_id } = await propose('admin', { target })
    await approve('admin', rollout_id)
    await add(4)
    await act('admin', rollout_id, 'start')
    expect((await units(rollout_id)).map(({ mac }) => mac)).toEqual([macOf(1), macOf(4)].toSorted())
    const later = await propose('admin', { target })
    await approve('admin', later.rollout_id)
    await db.deleteFrom('device_groups').execute()
    expect(await refusalOf(act('admin', later.rollout_id, 'start'))).toBe('device_group_not_found group_id')
    const touching = async (account: SmallAccount, mac: string) =>
      (
        await fixture.handlers.rolloutList({ params: undefined, query: page, body: { mac } }, await callOf(account))
      ).list.map((row) => row.rollout_id)
    expect(await touching('admin', macOf(4))).toEqual([rollout_id])
    expect(await touching('admin', macOf(5))).toEqual([])
  })

  it('proposed within a resource group and started by somebody else is of the units of who proposed it', async () => {
    const { rollout_id } = await propose('staff_hangzhou')
    await approve('admin', rollout_id)
    expect((await act('admin', rollout_id, 'start')).total).toBe(3)
  })

  it('is seen by its organisation and those above, its units by scope', async () => {
    const of_admin = await started()
    const of_group = (await propose('staff_hangzhou')).rollout_id
    const list = async (account: SmallAccount) =>
      (
        await fixture.handlers.rolloutList({ params: undefined, query: page, body: {} }, await callOf(account))
      ).list.map((row) => row.rollout_id)
    expect(await list('admin')).toEqual([of_group, of_admin])
    expect(await list('staff_hangzhou')).toEqual([of_group])
    expect(await list('province_a')).toEqual([])
    expect(await list('factory')).toEqual([])
    expect(
      await refusalOf(
        fixture.handlers.rolloutDevices(
          { params: { id: of_admin }, query: page, body: {} },
          await callOf('staff_hangzhou'),
        ),
      ),
    ).toBe('not_found')
    expect(await statesOf(of_admin)).toBe('waiting waiting waiting waiting waiting waiting')
    await database.db
      .updateTable('rollouts')
      .set({ group_id: fixture.fleet.city_group_id })
      .where('rollout_id', '=', of_admin)
      .execute()
    expect(await units(of_admin, 'staff_hangzhou')).toHaveLength(3)
  })

  it('is filtered by name, product, state, proposer and time', async () => {
    await propose('staff', { name: 'Spring 100%' })
    await propose('admin')
    const find = async (body: object) =>
      (await fixture.handlers.rolloutList({ params: undefined, query: page, body }, await callOf('admin'))).list.map(
        ({ name }) => name,
      )
    const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
    for (const [filter, found] of [
      [{}, ['Winter', 'Spring 100%']],
      [{ name: 'spring' }, ['Spring 100%']],
      [{ name: '0%' }, ['Spring 100%']],
      [{ name: '_' }, []],
      [{ creator: 'staff' }, ['Spring 100%']],
      [{ product_key: 'none' }, []],
      [{ state: 'running' }, []],
      [{ from: at(1) }, []],
      [{ to: at(-1) }, []],
    ] as const)
      expect([filter, await find(filter)]).toEqual([filter, [...found]])
  })

  it('of one account are open in a limited number', async () => {
    for (let open = 0; open < LIMITS.rollout_open_max; open += 1) await propose('admin')
    expect(await refusalOf(propose('admin'), 'max')).toBe(`rollouts_open ${LIMITS.rollout_open_max}`)
  })
})
