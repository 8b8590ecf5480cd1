import { ACCESS_CHECKS, type AccessCheck } from '@heatfleet/contract/accounts/access.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { insertSession } from '../session/store.ts'
import { hashToken, makeToken } from '../session/token.ts'

const case_ = useAccountsCase()

/** Beside the people of the small fleet: one for each kind of obstacle. */
const OBSTACLES = [
  { user_name: 'x_disabled', change: { disabled: true } },
  { user_name: 'x_expired', change: { valid_until: new Date('2026-01-01T00:00:00Z') } },
] as const

beforeAll(async () => {
  const { db } = case_.database
  const { A, A1, B } = case_.on().fleet.distributors
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('user_name', '=', 'province_a')
    .executeTakeFirstOrThrow()
  const { uid: _, preferences: __, ...template } = row
  for (const { user_name, change } of OBSTACLES)
    await db
      .insertInto('accounts')
      .values({ ...template, user_name, ...change })
      .execute()
  const role = async (
    role_name: string,
    data_scope: 'all' | 'own_agent' | 'own_records' | 'resource_group',
    rights: string[],
  ) =>
    (
      await db
        .insertInto('roles')
        .values({ role_name, permissions: rights, data_scope, level: 'distributor' })
        .returning('role_id')
        .executeTakeFirstOrThrow()
    ).role_id
  const group = async (group_name: string, lists: object) =>
    (
      await db
        .insertInto('resource_groups')
        .values({ group_name, ...lists })
        .returning('group_id')
        .executeTakeFirstOrThrow()
    ).group_id
  await db
    .insertInto('products')
    .values({
      product_key: 'another',
      name: 'another',
      english_name: 'another',
      category: 'air-water',
      network_type: ['4g'],
      state: 'debugging',
    })
    .execute()
  const [first, second] = case_.on().fleet.devices
  const people = [
    { user_name: 'x_blind', role_id: await role('x blind', 'all', ['product:view']) },
    { user_name: 'x_own_agent', role_id: await role('x own agent', 'own_agent', ['device:view']) },
    { user_name: 'x_own_records', role_id: await role('x own records', 'own_records', ['device:view']) },
    { user_name: 'x_no_group', role_id: await role('x by group', 'resource_group', ['device:view']) },
    { user_name: 'x_where', resource_group_id: await group('x where', { agent_ids: [A1.agent_id] }) },
    { user_name: 'x_what', resource_group_id: await group('x what', { product_keys: ['another'] }) },
    {
      user_name: 'x_both',
      resource_group_id: await group('x both', { agent_ids: [A1.agent_id], product_keys: ['another'] }),
    },
    { user_name: 'x_listed', resource_group_id: await group('x listed', { device_ids: [first?.device_id ?? 0] }) },
    {
      user_name: 'x_mixed',
      resource_group_id: await group('x mixed', { agent_ids: [B.agent_id], device_ids: [second?.device_id ?? 0] }),
    },
    { user_name: 'x_empty', resource_group_id: await group('x empty', {}) },
  ]
  for (const person of people)
    await db
      .insertInto('accounts')
      .values({ ...template, ...person })
      .execute()
  const closed = await db
    .insertInto('distributors')
    .values({
      agent_name: 'closed',
      agent_level: 2,
      parent_id: A.agent_id,
      agent_path: `${A.agent_path}9999/`,
      disabled: true,
    })
    .returning('agent_id')
    .executeTakeFirstOrThrow()
  const { agent_id } = closed
  await db
    .updateTable('distributors')
    .set({ agent_path: `${A.agent_path}${agent_id}/` })
    .where('agent_id', '=', agent_id)
    .execute()
  await db
    .insertInto('accounts')
    .values({ ...template, user_name: 'x_closed', agent_id })
    .execute()
})

describe('the explainer', () => {
  it('says of every account and device what the device’s own page answers, and names the check', async () => {
    const { db } = case_.database
    const accounts = await db.selectFrom('accounts').select(['uid', 'user_name']).orderBy('uid').execute()
    const admin = await case_.as('admin')
    const wrong: string[] = []
    const decided = new Set<AccessCheck | null>()
    let tried = 0
    for (const { uid, user_name } of accounts) {
      const token = makeToken()
      const at = new Date()
      await insertSession(db, { token_hash: hashToken(token), uid, at, address: '127.0.0.1', user_agent: 'test' })
      const own = case_.on().console.clientOf(token)
      for (const { mac } of case_.on().fleet.devices) {
        tried += 1
        const explained = await admin(api.accountExplainAccess, { params: { id: uid }, body: { mac } })
        const sees = (await refusalOf(own(api.deviceInfo, { query: { mac } }))) === 'ok'
        if (explained.sees !== sees) wrong.push(`${user_name} ${mac}: ${explained.decided_by ?? 'sees'}`)
        expect(explained.steps.map(({ check }) => check)).toEqual(ACCESS_CHECKS)
        decided.add(explained.decided_by)
      }
    }
    process.stdout.write(`access explainer: ${tried} tried, ${wrong.length} wrong\n`)
    expect(wrong).toEqual([])
    expect(decided).toEqual(new Set([...ACCESS_CHECKS, null]))
  })

  it.each([
    ['x_disabled', 0, 'account', 'disabled'],
    ['x_expired', 0, 'account', 'expired'],
    ['x_closed', 0, 'distributor', 'disabled'],
    ['x_blind', 0, 'right', 'lacks_right'],
    ['province_b', 0, 'subtree', 'not_in_subtree'],
    ['x_own_agent', 1, 'data_scope', 'not_own_agent'],
    ['x_own_records', 0, 'data_scope', 'not_own_records'],
    ['x_where', 0, 'resource_group', 'wrong_where'],
    ['x_where', 1, null, 'by_rule'],
    ['x_what', 1, 'resource_group', 'wrong_what'],
    ['x_both', 1, 'resource_group', 'wrong_what'],
    ['x_listed', 0, null, 'by_device'],
    ['x_listed', 1, 'resource_group', 'not_listed'],
    ['x_mixed', 1, null, 'by_device'],
    ['x_mixed', 0, 'resource_group', 'wrong_where'],
    ['x_empty', 0, 'resource_group', 'empty_group'],
    ['x_no_group', 0, 'resource_group', 'no_group'],
  ] as const)('of %s and device %i: %s, %s', async (user_name, at, decided_by, reason) => {
    const { uid } = await case_.database.db
      .selectFrom('accounts')
      .select('uid')
      .where('user_name', '=', user_name)
      .executeTakeFirstOrThrow()
    const mac = case_.on().fleet.devices[at]?.mac ?? ''
    const explained = await (await case_.as('admin'))(api.accountExplainAccess, { params: { id: uid }, body: { mac } })
    expect(explained.decided_by).toBe(decided_by)
    const step = explained.steps.find(({ check }) => check === (decided_by ?? 'resource_group'))
    expect(step?.reason).toBe(reason)
  })

  it('returns nothing of accounts or devices outside the caller’s scope', async () => {
    const { fleet } = case_.on()
    const call = await case_.as('city_a1')
    const [ofProvince, ofCity] = fleet.devices
    const explain = (id: number, mac: string | undefined) =>
      refusalOf(call(api.accountExplainAccess, { params: { id }, body: { mac: mac ?? '' } }))
    expect(await explain(fleet.accounts.county_a11, ofCity?.mac)).toBe('ok')
    expect(await explain(fleet.accounts.county_a11, ofProvince?.mac)).toBe('device_not_found mac')
    expect(await explain(fleet.accounts.province_a, ofCity?.mac)).toBe('user_not_exist')
  })
})

describe('effective access', () => {
  it('of an account that sees more is limited to the caller’s scope', async () => {
    const { fleet } = case_.on()
    const office = await (await case_.as('office_a'))(api.accountEffectiveAccess, {
      params: { id: fleet.accounts.province_a },
    })
    expect(office).toMatchObject({ devices: 1, distributors: 1 })
  })

  it('counts what the account sees of what the asker sees', async () => {
    const { fleet } = case_.on()
    const explain = { params: { id: fleet.accounts.city_a1 } }
    const full = await (await case_.as('admin'))(api.accountEffectiveAccess, explain)
    expect(full).toMatchObject({ devices: 3, distributors: 2, agent_name: 'A1', whole_fleet: true })
    const county = await (await case_.as('city_a1'))(api.accountEffectiveAccess, {
      params: { id: fleet.accounts.county_a11 },
    })
    expect(county).toMatchObject({ devices: 2, distributors: 1 })
    expect(county.permissions).not.toContain('account:view')
    await expect((await case_.as('city_a2'))(api.accountEffectiveAccess, explain)).rejects.toThrow(Refusal)
  })
})
