import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../test/refusals.ts'
import { HEAT_45, HEAT_47, NOW, useRollouts } from '../../../test/rollouts-case.ts'
import { listActive } from './store.ts'
import { runTurn } from './turn.ts'

const fixture = useRollouts()
const {
  database,
  clock,
  published,
  propose,
  approve,
  act,
  info,
  units,
  started,
  turn,
  stepOf,
  setUnits,
  controls,
  answer,
  macOf,
} = fixture

describe('turns of a rollout', () => {
  it('sets waves one after the other, each unit once, and keeps what was before', async () => {
    await setUnits([1], { online: true, words: HEAT_47 })
    const id = await started({
      waves: [
        { size: 2, unit: 'devices' },
        { size: 100, unit: 'percent' },
      ],
    })
    expect(await info(id)).toMatchObject({ state: 'running', total: 6, wave: 0, wave_sizes: [2, 4] })
    expect(await turn(id)).toBe(LIMITS.rollout_turn_ms)
    // Units are ordered by mac; nothing of the second wave is touched while the first is open.
    const first = await units(id)
    expect(first.slice(2).every(({ state }) => state === 'waiting')).toBe(true)
    const begun = (await controls()).length
    expect(await controls()).toMatchObject(
      Array.from({ length: begun }, () => ({
        source: 'rollout',
        point_key: 'sp_heat',
        old_value: 45,
        new_value: 47,
        state: 'queued',
      })),
    )
    await turn(id)
    await turn(id)
    expect((await controls()).length).toBe(begun)
    await answer('verified', { read_back: 47 })
    await turn(id)
    await answer('verified', { read_back: 47 })
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'done', wave: 2, counts: { done: 5, equal: 1, failed: 0 } })
    expect(await controls()).toHaveLength(5)
    expect(new Set((await controls()).map(({ device_id }) => device_id)).size).toBe(5)
    expect((await units(id)).find(({ mac }) => mac === macOf(0))?.values).toEqual([
      { key: 'sp_heat', old_value: 45, new_value: 47, read_back: 47 },
    ])
    const audited = await database.db.selectFrom('audit_log').selectAll().where('method', '=', 'rollout').execute()
    expect(audited.length).toBeGreaterThanOrEqual(5)
    expect(await turn(id)).toBeNull()
  })

  it('halts at the threshold, goes on when let, and retries what failed', async () => {
    const id = await started({
      waves: [
        { size: 3, unit: 'devices' },
        { size: 100, unit: 'percent' },
      ],
    })
    await turn(id)
    await answer('failed', { reason: 'exc_2' })
    await turn(id)
    expect(await info(id)).toMatchObject({
      state: 'paused',
      halted: 'failures',
      wave: 1,
      counts: { failed: 3, waiting: 3 },
    })
    await turn(id)
    expect(await controls()).toHaveLength(3)
    expect((await units(id))[0]).toMatchObject({ state: 'failed', reason: 'exc_2', tries: 1 })
    await act('admin', id, 'resume')
    await turn(id)
    await answer('verified', { read_back: 47 })
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'done', counts: { failed: 3, done: 3 } })
    await act('admin', id, 'retry')
    await turn(id)
    expect(await controls()).toHaveLength(9)
    await answer('mismatch', { read_back: 46 }, 0)
    await answer('verified', { read_back: 47 })
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'done', counts: { failed: 1, done: 5 } })
    expect((await units(id)).find(({ mac }) => mac === macOf(0))).toMatchObject({
      reason: 'mismatch',
      values: [{ read_back: 46 }],
    })
  })

  it('looks at each result before the next unit is begun: the rest of the wave is left alone', async () => {
    const id = await started()
    const settings = stepOf()
    const answered = {
      ...settings,
      prepare: async (...chosen: Parameters<typeof settings.prepare>) => {
        const begin = await settings.prepare(...chosen)
        return async (unit: Parameters<typeof begin>[0]) => {
          const begun = await begin(unit)
          await answer('failed', { reason: 'no_answer' })
          return begun
        }
      },
    }
    await runTurn(
      { database, clock, steps: { settings: answered, firmware: answered } },
      id,
      new AbortController().signal,
    )
    expect(await controls()).toHaveLength(2)
    const halted = await info(id)
    expect(halted).toMatchObject({ state: 'paused', halted: 'failures', counts: { failed: 2, waiting: 4 } })
    expect(halted.log[0]).toMatchObject({
      what: 'halted',
      reason: 'failures',
      wave: 1,
      failed: 2,
      units: 2,
      user_name: '',
    })
    expect(halted.log.map(({ what, user_name }) => [what, user_name])).toEqual([
      ['halted', ''],
      ['wave_opened', ''],
      ['started', 'admin'],
      ['approved', 'admin'],
      ['proposed', 'admin'],
    ])
  })

  it('waits before each further wave where that was chosen', async () => {
    const id = await started({
      waves: [
        { size: 1, unit: 'devices' },
        { size: 1, unit: 'devices' },
        { size: 100, unit: 'percent' },
      ],
      confirm_waves: true,
    })
    for (const [wave, sent] of [
      [1, 1],
      [2, 2],
      [3, 6],
    ] as const) {
      await turn(id)
      expect([wave, (await controls()).length]).toEqual([wave, sent])
      await answer('verified', { read_back: 47 })
      await turn(id)
      if (wave === 3) break
      expect(await info(id)).toMatchObject({ state: 'paused', halted: 'wave', wave })
      await act('admin', id, 'resume')
    }
    expect((await info(id)).state).toBe('done')
  })

  it('pauses and stops at once: what was sent is taken up, the rest is left alone', async () => {
    const id = await started({
      waves: [
        { size: 2, unit: 'devices' },
        { size: 100, unit: 'percent' },
      ],
    })
    await turn(id)
    await act('admin', id, 'pause')
    await answer('verified', { read_back: 47 })
    expect(await listActive(database.db)).toEqual([id])
    expect(await turn(id)).toBeNull()
    expect(await info(id)).toMatchObject({ state: 'paused', halted: 'manual', counts: { done: 2, waiting: 4 } })
    expect(await listActive(database.db)).toEqual([])
    await act('admin', id, 'resume')
    await turn(id)
    await act('admin', id, 'stop')
    expect(await info(id)).toMatchObject({ state: 'stopped', counts: { done: 2, sent: 4 } })
    await answer('verified', { read_back: 47 })
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'stopped', counts: { done: 6, sent: 0 } })
    for (const action of ['resume', 'retry', 'start'] as const)
      expect([action, await refusalOf(act('admin', id, action))]).toEqual([action, 'rollout_state'])
  })

  it('does not begin with a unit once it is paused, though the turn had chosen it', async () => {
    const id = await started()
    const signal = new AbortController()
    signal.abort()
    await turn(id, signal.signal)
    expect(await controls()).toEqual([])
    await database.db.updateTable('rollouts').set({ wave: 1 }).where('rollout_id', '=', id).execute()
    const settings = stepOf()
    const paused = {
      ...settings,
      prepare: async (...chosen: Parameters<typeof settings.prepare>) => {
        const begin = await settings.prepare(...chosen)
        await act('admin', id, 'pause')
        return begin
      },
    }
    await runTurn({ database, clock, steps: { settings: paused, firmware: paused } }, id, new AbortController().signal)
    expect(await controls()).toEqual([])
    expect(published).toEqual([])
    expect(await info(id)).toMatchObject({ state: 'paused', counts: { waiting: 6, sent: 0 } })
  })

  it('waits for units that are off line until the deadline', async () => {
    await setUnits([0, 1], { online: false, words: HEAT_45 })
    const id = await started({ deadline_hours: 2 })
    await turn(id)
    await answer('verified', { read_back: 47 })
    expect(await turn(id)).toBe(LIMITS.rollout_idle_turn_ms)
    await setUnits([0], { online: true, words: HEAT_45 })
    await turn(id)
    // It went off line again before the gateway could send: it waits as before.
    await answer('expired', { reason: 'offline' })
    await setUnits([0], { online: false, words: HEAT_45 })
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'running', counts: { waiting: 2, done: 4 } })
    clock.move(2 * 3_600_000)
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'done', counts: { expired: 2, done: 4 } })
    clock.set(NOW)
  })

  it('gives up a unit that counts as on line and is never reached', async () => {
    const id = await started({ target: { by: 'macs', macs: [macOf(0)] }, stop_failed_min: 9 })
    for (let tries = 0; tries < LIMITS.rollout_tries_max; tries += 1) {
      await turn(id)
      await answer('expired', { reason: 'offline' })
    }
    await turn(id)
    expect((await units(id))[0]).toMatchObject({ state: 'failed', reason: 'offline', tries: LIMITS.rollout_tries_max })
    expect((await info(id)).state).toBe('done')
  })

  it('keeps to the rights of who proposed it, as they are now', async () => {
    const { rollout_id } = await propose('staff')
    await approve('admin', rollout_id)
    await act('admin', rollout_id, 'start')
    await database.db
      .updateTable('accounts')
      .set({ disabled: true })
      .where('uid', '=', fixture.fleet.accounts.staff)
      .execute()
    await turn(rollout_id)
    expect(await controls()).toEqual([])
    expect((await units(rollout_id))[0]).toMatchObject({ state: 'failed', reason: 'account_gone' })
    await database.db
      .updateTable('accounts')
      .set({ disabled: false })
      .where('uid', '=', fixture.fleet.accounts.staff)
      .execute()
  })

  it('keeps the first old value when a retry finds what an earlier try wrote', async () => {
    const id = await started({ target: { by: 'macs', macs: [macOf(0)] }, stop_failed_min: 9 })
    await turn(id)
    await answer('failed', { reason: 'no_answer' })
    await turn(id)
    await setUnits([0], { online: true, words: { 204: 93 } })
    await act('admin', id, 'retry')
    await turn(id)
    await answer('failed', { reason: 'no_answer' })
    await turn(id)
    await setUnits([0], { online: true, words: HEAT_47 })
    await act('admin', id, 'retry')
    await turn(id)
    expect((await units(id))[0]).toMatchObject({ state: 'done', values: [{ old_value: 45 }] })
  })
})
