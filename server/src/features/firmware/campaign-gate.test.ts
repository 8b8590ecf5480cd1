import { CampaignDraft } from '@heatfleet/contract/firmware/campaign.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCampaigns } from '../../../test/campaign-case.ts'

const the = useCampaigns()
const { database, clock, act, info, callOf, macOf, handlers, refusalOf } = the
const { turn, upgrades, end, states, campaign } = the

const set = (index: number, change: object) =>
  database.db.updateTable('devices').set(change).where('mac', '=', macOf(index)).execute()

/** A list of these units under a name; its number. */
const groupOf = async (group_name: string, indexes: readonly number[], agent_id: number | null = null) => {
  const at = new Date(clock.now())
  const { group_id } = await database.db
    .insertInto('device_groups')
    .values({ group_name, filter: null, agent_id, created_by: null, created_at: at, updated_at: at })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  const macs = indexes.map(macOf)
  if (macs.length > 0)
    await sql`insert into device_group_members (group_id, device_id)
      select ${group_id}, device_id from devices where mac = any(${macs})`.execute(database.db)
  return group_id
}
const preview = async (change: object) => {
  const draft = { firmware_id: the.firmware_id, target: { by: 'filter', filter: {} }, name: 'Preview', ...change }
  const { firmware_id, target, from_versions, test_group_id } = CampaignDraft.parse(draft)
  const body = { firmware_id, target, from_versions, test_group_id }
  return handlers().upgradePreview({ params: undefined, query: undefined, body }, await callOf('admin'))
}

beforeEach(async () => {
  await database.db.deleteFrom('device_groups').execute()
})

describe('a campaign with a test group', () => {
  it('begins with it, and with the others when all of it has succeeded', async () => {
    const test_group_id = await groupOf('Test benches', [4, 5])
    const target = { by: 'macs', macs: [macOf(0), macOf(1), macOf(4)] }
    expect(await preview({ target, test_group_id })).toMatchObject({ total: 4, upgradable: 4, tested: 2 })
    const id = await campaign({
      target,
      test_group_id,
      wave_finished_percent: 50,
      waves: [{ size: 100, unit: 'percent' }],
    })
    const begun = await info(id)
    expect(begun.wave_sizes).toEqual([2, 2])
    expect(begun.upgrade?.test_group).toEqual({ group_id: test_group_id, group_name: 'Test benches' })
    await turn(id)
    expect(await upgrades()).toHaveLength(2)
    await end('success')
    clock.move(31 * 60_000)
    await turn(id)
    expect(await upgrades()).toHaveLength(4)
  })

  it('goes no further when one of it fails, whoever resumes it, until a retry has succeeded', async () => {
    const test_group_id = await groupOf('Test benches', [0, 1])
    const id = await campaign({ test_group_id, stop_failed_percent: 100, stop_failed_min: 6 })
    await turn(id)
    const [first] = await upgrades()
    await database.db
      .updateTable('upgrades')
      .set({ state: 'check_error', reason: 'sig', finished_at: new Date(clock.now()) })
      .where('upgrade_id', '=', first?.upgrade_id ?? 0)
      .execute()
    await end('success')
    clock.move(31 * 60_000)
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'paused', halted: 'test' })
    await act('admin', id, 'resume')
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'paused', halted: 'test' })
    expect(await upgrades()).toHaveLength(2)
    await act('admin', id, 'retry')
    await turn(id)
    await end('success')
    clock.move(31 * 60_000)
    await turn(id)
    expect(await info(id)).toMatchObject({ state: 'running', wave: 2 })
    expect((await states(id)).slice(0, 2)).toEqual(['done', 'done'])
  })

  it('is refused where the group has no unit that would be upgraded, or is not seen', async () => {
    const empty = await groupOf('Nobody', [])
    expect(await refusalOf(campaign({ test_group_id: empty }))).toBe('campaign_test_empty')
    expect(await refusalOf(campaign({ test_group_id: 999_999 }))).toBe('device_group_not_found')
    const newest = await groupOf('Newest', [0])
    await set(0, { module_version: '1.5.0' })
    expect(await refusalOf(campaign({ test_group_id: newest }))).toBe('campaign_test_empty')
  })

  it('is asked for beyond so many units', async () => {
    await sql`insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time,
        module_type, module_version)
      select 'b0c138' || lpad(to_hex(n), 6, '0'), '', product_key, agent_id, agent_path, net, secret_sealed, import_time,
        module_type, module_version
      from devices, generate_series(1, ${LIMITS.campaign_untested_max}) n where mac = ${macOf(0)}`.execute(database.db)
    expect(await refusalOf(campaign())).toBe('campaign_test_needed')
    const test_group_id = await groupOf('Test benches', [0])
    expect(await refusalOf(campaign({ test_group_id }))).toBe('ok')
    await database.db.deleteFrom('rollout_units').execute()
    await database.db.deleteFrom('devices').where('mac', 'like', 'b0c138%').execute()
  })
})

describe('a campaign from some versions', () => {
  it('leaves alone units with any other', async () => {
    await set(0, { module_version: '1.3.0' })
    await set(1, { module_version: '1.4.1' })
    const from_versions = ['1.3.0', '1.4.1']
    const found = await preview({ from_versions })
    expect(found).toMatchObject({ total: 6, upgradable: 2, refused_total: 4 })
    expect(new Set(found.refused.map(({ reason }) => reason))).toEqual(new Set(['from_version']))
    const id = await campaign({ from_versions, waves: [{ size: 100, unit: 'percent' }] })
    await turn(id)
    expect((await states(id)).toSorted()).toEqual([
      'sent',
      'sent',
      ...Array.from({ length: 4 }, () => 'skipped from_version'),
    ])
    expect((await info(id)).upgrade?.from_versions).toEqual(from_versions)
  })

  it('names at most ten, each once', () => {
    const draft = { firmware_id: 1, name: 'Many', target: { by: 'filter', filter: {} } }
    const parsed = (from_versions: string[]) => CampaignDraft.safeParse({ ...draft, from_versions }).success
    const many = Array.from({ length: LIMITS.campaign_from_versions_max }, (_, n) => `1.${n}.0`)
    expect([parsed(many), parsed([...many, '2.0.0']), parsed(['1.0.0', '1.0.0'])]).toEqual([true, false, false])
  })
})
