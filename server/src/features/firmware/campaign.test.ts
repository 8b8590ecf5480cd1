import { CampaignDraft } from '@heatfleet/contract/firmware/campaign.ts'
import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { useCampaigns } from '../../../test/campaign-case.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { findFirmware, updateFirmware } from './store.ts'
import { startAutomatic } from './tasks.ts'

const the = useCampaigns()
const { database, clock, published, act, info, callOf, macOf, page, handlers, refusalOf } = the
const { turn, upgrades, end, states, single, history, campaign } = the

describe('a campaign', () => {
  it('upgrades wave after wave, each when the one before was watched and stayed well', async () => {
    const id = await campaign()
    await turn(id)
    expect(await upgrades()).toHaveLength(2)
    expect(published.map(({ kind }) => kind)).toEqual(['upgrades_changed', 'upgrades_changed'])
    await end('success')
    await turn(id)
    expect((await states(id)).slice(0, 3)).toEqual(['sent', 'sent', 'waiting'])
    clock.move(31 * 60_000)
    await turn(id)
    expect(await upgrades()).toHaveLength(6)
    await end('success')
    clock.move(31 * 60_000)
    await turn(id)
    expect(await states(id)).toEqual(Array.from({ length: 6 }, () => 'done'))
    expect((await info(id)).state).toBe('done')
    const input = { params: undefined, query: { ...page, id: the.firmware_id }, body: {} }
    const { list } = await handlers().upgradeHistory(input, await callOf('admin'))
    expect(list).toMatchObject([{ rollout_id: id, upgrade: { type: 'list', software_version: '1.5.0' } }])
    // Rollouts of settings are another list.
    expect((await the.rolloutList('admin')).total).toBe(0)
  })

  it('stops when upgraded units fall ill, and touches nobody else', async () => {
    const id = await campaign()
    await turn(id)
    await end('success')
    clock.move(60_000)
    await database.db.updateTable('device_status').set({ bus_status: 'lost' }).execute()
    await turn(id)
    await database.db.updateTable('device_status').set({ bus_status: 'ok' }).execute()
    expect((await states(id)).slice(0, 3)).toEqual(['failed health_bus', 'failed health_bus', 'waiting'])
    expect(await info(id)).toMatchObject({ state: 'paused', halted: 'failures' })
    expect(await upgrades()).toHaveLength(2)
  })

  it.each<[UpgradeState, string, string]>([
    ['comm_exception', 'no_progress', 'failed no_progress'],
    ['check_error', 'sig', 'failed sig'],
    ['rejected', 'low', 'failed low'],
  ])('takes %s as a failure', async (state, reason, expected) => {
    const id = await campaign()
    await turn(id)
    await end(state, reason)
    await turn(id)
    expect((await states(id))[0]).toBe(expected)
  })

  it('leaves alone what has the version, another hardware, or an upgrade under way', async () => {
    const set = (index: number, change: object) =>
      database.db.updateTable('devices').set(change).where('mac', '=', macOf(index)).execute()
    await set(0, { module_version: '1.5.0' })
    await set(1, { module_type: 'DTU-W-C' })
    await set(2, { module_version: 'unknown' })
    await turn((await single(macOf(3))).rollout_id)
    const target = CampaignDraft.shape.target.parse({ by: 'filter', filter: {} })
    const preview = await handlers().upgradePreview(
      {
        params: undefined,
        query: undefined,
        body: { firmware_id: the.firmware_id, target, from_versions: [], test_group_id: null },
      },
      await callOf('admin'),
    )
    expect(preview).toMatchObject({ total: 6, upgradable: 3, refused_total: 3 })
    const id = await campaign({ waves: [{ size: 100, unit: 'percent' }], stop_failed_percent: 100 })
    await turn(id)
    const found = await states(id)
    expect(found.toSorted()).toEqual(
      ['equal', 'sent', 'sent', 'skipped hw', 'skipped version_unknown', 'waiting upgrade_under_way'].toSorted(),
    )
  })

  it('tries its first wave on units that the firmware fits, whatever stands before them', async () => {
    for (const index of [0, 1, 2])
      await database.db.updateTable('devices').set({ module_type: 'DTU-W-C' }).where('mac', '=', macOf(index)).execute()
    const id = await campaign()
    expect((await info(id)).wave_sizes).toEqual([2, 4])
    await turn(id)
    expect((await states(id)).toSorted()).toEqual(['sent', 'sent', 'waiting', 'waiting', 'waiting', 'waiting'])
  })

  it('that is stopped takes back what no module has begun with', async () => {
    const id = await campaign()
    await turn(id)
    await act('admin', id, 'stop')
    await turn(id)
    expect((await upgrades()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect((await states(id)).slice(0, 2)).toEqual(['failed cancelled', 'failed cancelled'])
  })
})

describe('a single upgrade', () => {
  it('is begun at once, and only once', async () => {
    const { rollout_id, state } = await single(macOf(0))
    expect(state).toBe('running')
    await turn(rollout_id)
    expect(await upgrades()).toMatchObject([{ state: 'waiting', from_version: '1.4.2' }])
    expect(await refusalOf(single(macOf(0)))).toBe('upgrade_under_way')
    await end('success')
    await turn(rollout_id)
    expect(await states(rollout_id)).toEqual(['done'])
    expect(await history(macOf(0))).toMatchObject({
      list: [{ type: 'single', result: 'success', creator: 'admin' }],
      available: [{ software_version: '1.5.0' }],
    })
  })

  it('that fails is over as well', async () => {
    const { rollout_id } = await single(macOf(2))
    await end('check_error', 'sig')
    await turn(rollout_id)
    expect(await states(rollout_id)).toEqual(['failed sig'])
    expect(await info(rollout_id)).toMatchObject({ state: 'done', halted: null })
  })

  it('of a unit that it does not fit, or by a firmware that is off, is refused', async () => {
    await database.db.updateTable('devices').set({ module_version: '1.6' }).where('mac', '=', macOf(1)).execute()
    expect(await refusalOf(single(macOf(1)))).toContain('upgrade_failed')
    await updateFirmware(database.db, { firmware_id: the.firmware_id, enabled: false })
    expect(await refusalOf(single(macOf(1)))).toContain('firmware_disabled')
  })
})

describe('an automatic upgrade', () => {
  it('takes the units with an older version, once, one campaign at a time', async () => {
    await database.db.updateTable('devices').set({ module_version: '1.5.0' }).where('mac', '=', macOf(0)).execute()
    await updateFirmware(database.db, { firmware_id: the.firmware_id, auto_upgrade: true })
    const deps = { database, clock, log: pino({ level: 'silent' }) }
    const firmware = await findFirmware(database.db, EVERYTHING, the.firmware_id)
    if (firmware === undefined) throw new Error('the firmware is gone')
    const id = await startAutomatic(deps, firmware)
    expect(await startAutomatic(deps, firmware)).toBeNull()
    expect(await info(id ?? 0)).toMatchObject({
      total: 5,
      upgrade: { type: 'automatic', health_minutes: 30, cold_limit_c: -5 },
    })
  })
})
