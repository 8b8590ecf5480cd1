import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCampaigns } from '../../../test/campaign-case.ts'
import { addTwoAppUsers } from '../../../test/two-app-users.ts'
import { MINUTE_CHECKS } from '../alarms/store-checks.ts'
import { runChecks } from '../alarms/tasks.ts'
import { appUpgradeHandlers } from '../app-api/upgrade-handlers.ts'
import { createLayouts } from '../products/public.ts'
import { updateConsentRule } from './store-upgrades.ts'

const the = useCampaigns()
const { database, clock, macOf, info, turn, upgrades, end, states, single, history, campaign } = the
const MINUTE_MS = 60_000
const ALL_AT_ONCE = { waves: [{ size: 100, unit: 'percent' }], stop_failed_percent: 100, health_minutes: 0 }

describe('a campaign', () => {
  it('tries a broken line again by itself, as often as it says, and then counts it as failed', async () => {
    const id = await campaign({ ...ALL_AT_ONCE, retries: 1, retry_minutes: 30 })
    await turn(id)
    await end('comm_exception', 'no_progress')
    await turn(id)
    expect((await states(id))[0]).toBe('waiting no_progress')
    clock.move(29 * MINUTE_MS)
    await turn(id)
    expect(await upgrades()).toHaveLength(6)
    clock.move(MINUTE_MS)
    await turn(id)
    expect(await upgrades()).toHaveLength(12)
    await end('comm_exception', 'no_progress')
    await turn(id)
    expect((await states(id))[0]).toBe('failed no_progress')
  })

  it('begins with so many units in a minute', async () => {
    const id = await campaign({ ...ALL_AT_ONCE, per_minute: 2 })
    const begun = async () => {
      await turn(id)
      return (await upgrades()).length
    }
    expect([await begun(), await begun()]).toEqual([2, 2])
    clock.move(MINUTE_MS + 1)
    expect([await begun(), await begun()]).toEqual([4, 4])
  })

  it('waits for the hours of each unit', async () => {
    // 08:00 UTC when everything begins; the small fleet is in China, where it is 16:00.
    const id = await campaign({ ...ALL_AT_ONCE, window: { from: '09:00', to: '15:00' } })
    await turn(id)
    expect(await upgrades()).toHaveLength(0)
    expect((await states(id))[0]).toBe('waiting outside_window')
    const units = await database.db.selectFrom('rollout_units').select('not_before').execute()
    expect(units[0]?.not_before?.toISOString()).toMatch(/T01:00:00|T09:00:00/)
  })

  it('ends a download by its own limit', async () => {
    const id = await campaign({ ...ALL_AT_ONCE, timeout_minutes: 45 })
    await turn(id)
    const [first] = await upgrades()
    expect(first?.limit_at?.getTime()).toBe(clock.now() + 45 * MINUTE_MS)
  })
})

describe('the owner of a unit', () => {
  const owner = { id: 0, device: 0 }
  const app = () => appUpgradeHandlers({ database, clock })
  const call = () => ({
    caller: { kind: 'app-user' as const, app_user_id: owner.id, app_id: 1, session_hash: Buffer.alloc(32) },
    address: '',
    user_agent: '',
    request_id: '',
    note: () => {},
    signal: new AbortController().signal,
  })
  const requests = () => app().appUpgrades({ params: undefined, query: undefined, body: undefined }, call())
  const answer = (rollout_id: number, agrees: boolean) =>
    app().appAnswerUpgrade({ params: { device_id: macOf(0), rollout_id }, query: undefined, body: { agrees } }, call())

  beforeEach(async () => {
    await updateConsentRule(database.db, the.fleet.product_key, true)
    if (owner.id !== 0) return
    const { one } = await addTwoAppUsers(database, the.fleet)
    owner.id = one.app_user_id
    owner.device = one.device_id
    await database.db
      .updateTable('bindings')
      .set({ bound_at: new Date(clock.now() - MINUTE_MS) })
      .execute()
  })

  it('is asked, and the unit waits until the answer; others go on', async () => {
    const id = await campaign(ALL_AT_ONCE)
    await turn(id)
    expect((await states(id))[0]).toBe('waiting owner_consent')
    expect(await requests()).toMatchObject([{ device_id: macOf(0), rollout_id: id, consent: 'requested' }])
    expect((await history(macOf(0))).waiting).toMatchObject([{ rollout_id: id, reason: 'owner_consent' }])
    const before = (await upgrades()).length
    expect(await answer(id, true)).toEqual({ consent: 'given' })
    await turn(id)
    expect(await upgrades()).toHaveLength(before + 1)
    expect(await requests()).toEqual([])
  })

  it('may decline: the unit is left alone, and that is no failure', async () => {
    const id = await campaign(ALL_AT_ONCE)
    await turn(id)
    await answer(id, false)
    await turn(id)
    expect((await states(id))[0]).toBe('skipped owner_declined')
    expect((await info(id)).counts.failed).toBe(0)
    await expect(answer(id, true)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is asked for a single upgrade as well, and anew when the unit has another owner', async () => {
    const { rollout_id } = await single(macOf(0))
    expect(await upgrades()).toHaveLength(0)
    expect((await history(macOf(0))).waiting).toMatchObject([{ reason: 'owner_consent' }])
    await answer(rollout_id, true)
    clock.move(MINUTE_MS)
    await database.db
      .updateTable('bindings')
      .set({ bound_at: new Date(clock.now()) })
      .execute()
    clock.move(MINUTE_MS)
    await turn(rollout_id)
    expect((await states(rollout_id))[0]).toBe('waiting owner_consent')
    await answer(rollout_id, true)
    await turn(rollout_id)
    expect(await upgrades()).toHaveLength(1)
  })
})

describe('a failed upgrade', () => {
  const alarms = () =>
    database.db
      .selectFrom('alarms')
      .select(['rule_key', 'severity', 'recovered_at'])
      .where('type', '=', 'ota_failed')
      .execute()

  it('is an alarm until an upgrade of the same part succeeds', async () => {
    await updateConsentRule(database.db, the.fleet.product_key, false)
    const check = () =>
      runChecks(
        { database, clock, log: pino({ level: 'silent' }), layouts: createLayouts({ database }) },
        MINUTE_CHECKS,
      )
    await single(macOf(0))
    await end('check_error', 'sig')
    clock.move(MINUTE_MS)
    await check()
    await check()
    expect(await alarms()).toMatchObject([{ rule_key: 'dtu', severity: 'minor', recovered_at: null }])
    await single(macOf(0))
    await end('success')
    clock.move(MINUTE_MS)
    await check()
    await check()
    const [alarm, ...more] = await alarms()
    expect(more).toEqual([])
    expect(alarm?.recovered_at).not.toBeNull()
  })
})
