import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type RequestOf } from '@heatfleet/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgent, editOf } from '../../../test/distributors-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
let province: Call
let city: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  province = (await console_.signIn('province_a')).call
  city = (await console_.signIn('city_a1')).call
})

const idOf = (name: SmallDistributor): number => fleet.distributors[name].agent_id
const create = (call: Call, change: object = {}) => createAgent(call, fleet, change)
const read = (call: Call, id: number) => call(api.agentInfo, { params: { id } })

describe('a new distributor', () => {
  it.each<[string, () => object, string]>([
    ['right in everything', () => ({}), 'ok'],
    ['without a name', () => ({ agent_name: '  ' }), 'invalid_input agent_name'],
    ['with thirty characters of four bytes', () => ({ agent_name: '𠮷'.repeat(30) }), 'ok'],
    ['with thirty-one characters', () => ({ agent_name: '𠮷'.repeat(31) }), 'invalid_input agent_name'],
    ['with a taken name in other letters', () => ({ agent_name: 'b' }), 'distributor_name_exists agent_name'],
    ['with a taken name', () => ({ agent_name: 'B' }), 'distributor_name_exists agent_name'],
    ['without a level', () => ({ agent_level: undefined }), 'invalid_input agent_level'],
    ['without a higher one', () => ({ parent_id: null }), 'parent_required parent_id'],
    ['at the top with a higher one', () => ({ agent_level: 1 }), 'parent_level_wrong parent_id'],
    ['two levels below', () => ({ parent_id: idOf('A') }), 'parent_level_wrong parent_id'],
    ['below a county', () => ({ parent_id: idOf('A11') }), 'sub_distributor_forbidden parent_id'],
    ['below an unknown distributor', () => ({ parent_id: 999_999 }), 'distributor_not_found parent_id'],
    ['without phone and e-mail', () => ({ email: null }), 'contact_required phone'],
    ['with a wrong phone', () => ({ phone: '123' }), 'phone_invalid phone'],
    ['with a wrong e-mail', () => ({ email: 'nobody' }), 'invalid_input email'],
    ['in no region', () => ({ region_code: null }), 'region_required region_code'],
    ['in a region that is gone', () => ({ region_code: '330103' }), 'region_unknown region_code'],
    ['abroad in words', () => ({ country: 'PL', region_code: null, region_text: 'Kraków' }), 'ok'],
    ['abroad with a Chinese region', () => ({ country: 'PL' }), 'region_unknown region_code'],
    ['selling where nothing is', () => ({ agency_area: ['999999'] }), 'region_unknown agency_area'],
    ['selling what is nothing', () => ({ product_keys: ['none'] }), 'product_unknown product_keys'],
    ['with a long remark', () => ({ remark: 'x'.repeat(101) }), 'invalid_input remark'],
    ['with a long business scope', () => ({ business_scope: 'x'.repeat(101) }), 'invalid_input business_scope'],
    ['with a password that is too short', () => ({ password: '12345' }), 'invalid_input password'],
    ['with a password everybody tries', () => ({ password: '1234567890' }), 'password_common password'],
  ])('%s: %o', async (_, change, outcome) => {
    const before = (await admin(api.agentList)).total
    expect(await refusalOf(create(admin, change()))).toBe(outcome)
    expect((await admin(api.agentList)).total).toBe(before + (outcome === 'ok' ? 1 : 0))
  })

  it('with a password has an account that logs in, sees exactly its own, and must change the password', async () => {
    const agent_id = await create(province, { phone: '0571-8888 6666', password: 'Quiet-Pump-77' })
    const user = await console_.anonymous(api.login, {
      body: { user_name: '057188886666', password: 'Quiet-Pump-77' },
    })
    expect(user).toMatchObject({ agent_id, role_name: 'County agent', must_change_password: true })
  })

  it('is made by a distributor below itself only', async () => {
    expect(await refusalOf(create(city))).toBe('ok')
    expect(await refusalOf(create(city, { parent_id: idOf('A2') }))).toBe('distributor_not_found parent_id')
    expect(await refusalOf(create(city, { agent_level: 2, parent_id: idOf('A') }))).toBe(
      'distributor_not_found parent_id',
    )
    expect(await refusalOf(create(province, { agent_level: 1, parent_id: null }))).toBe(
      'sub_distributor_forbidden parent_id',
    )
  })

  it('by an account whose group holds one region lies in that region', async () => {
    const { call } = await console_.signIn('staff_hangzhou')
    expect(await refusalOf(create(call))).toBe('ok')
    expect(await refusalOf(create(call, { region_code: '330203' }))).toBe('outside_own_scope region_code')
  })
})

describe('an edit', () => {
  it('of two people at once keeps the first, and refuses the second', async () => {
    const id = await create(admin)
    const body = await editOf(admin, id)
    await admin(api.updateAgent, { params: { id }, body: { ...body, remark: 'first' } })
    expect(await refusalOf(province(api.updateAgent, { params: { id }, body: { ...body, remark: 'second' } }))).toBe(
      'stale_edit',
    )
    expect((await read(admin, id)).remark).toBe('first')
  })

  it('leaves phone and e-mail that are not sent, and is written down without them in full', async () => {
    const id = await create(admin, { phone: '13800138000' })
    const { audit_id: mark } = await database.db
      .selectFrom('audit_log')
      .select('audit_id')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    await admin(api.updateAgent, { params: { id }, body: { ...(await editOf(admin, id)), remark: 'x', email: null } })
    expect(await read(admin, id)).toMatchObject({ phone: '13800138000', email: '', remark: 'x' })
    expect((await read(province, id)).phone).toBe('13***00')
    const line = await database.db
      .selectFrom('audit_log')
      .select(['object', 'detail'])
      .where('audit_id', '>', mark)
      .where('action', '=', 'updateAgent')
      .executeTakeFirstOrThrow()
    expect(line.object).toBe(`distributor ${id}`)
    expect(line.detail).toMatchObject({ before: { remark: '' }, after: { remark: 'x', email: '' } })
    expect(JSON.stringify(line.detail)).not.toContain('13800138000')
  })

  it.each<[string, () => Promise<[Call, SmallDistributor]>, object, string]>([
    ['the own contact', async () => [city, 'A1'], { address: 'New street', phone: '13900139000' }, 'ok'],
    ['the own name', async () => [city, 'A1'], { agent_name: 'Mine' }, 'own_distributor_fixed agent_name'],
    ['the own quota', async () => [city, 'A1'], { account_quota: 9 }, 'own_distributor_fixed account_quota'],
    ['a lower level', async () => [admin, 'A1'], { agent_level: 3 }, 'distributor_downgrade agent_level'],
    [
      'a name that is taken in other letters',
      async () => [admin, 'A1'],
      { agent_name: 'a2' },
      'distributor_name_exists agent_name',
    ],
    ['a name that is taken', async () => [admin, 'A1'], { agent_name: 'A2' }, 'distributor_name_exists agent_name'],
    ['fewer devices than there are', async () => [admin, 'A1'], { device_quota: 1 }, 'quota_below_use device_quota'],
    ['fewer accounts than there are', async () => [admin, 'A1'], { account_quota: 0 }, 'quota_below_use account_quota'],
  ])('%s', async (_, who, change, outcome) => {
    const [call, name] = await who()
    const id = idOf(name)
    const body = { ...(await editOf(admin, id)), email: 'city@example.com', ...change }
    // The small fleet is seeded without contacts; an edit must enter one.
    expect(await refusalOf(call(api.updateAgent, { params: { id }, body }))).toBe(outcome)
  })
})

describe('deleting', () => {
  it('is refused while anything depends on the distributor, with the counts', async () => {
    const refusal = await admin(api.deleteAgent, { params: { id: idOf('A1') } }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'distributor_in_use', details: { devices: 1, accounts: 1 } })
    const id = await create(admin)
    await database.db
      .insertInto('resource_groups')
      .values({ group_name: 'Names it', agent_ids: [id], product_keys: [fleet.product_key] })
      .execute()
    expect(await refusalOf(admin(api.deleteAgent, { params: { id } }))).toBe('distributor_in_use')
  })

  it('names what depends on it, the first five of each kind', async () => {
    const use = await admin(api.agentUse, { params: { id: idOf('A1') } })
    expect(use).toMatchObject({ devices: { count: 1 }, accounts: { count: 1, first: [{ name: 'city_a1' }] } })
    expect(use.unseen).toBe(false)
    const parent_id = idOf('A2')
    for (const n of [1, 2, 3, 4, 5, 6]) await create(admin, { agent_name: `Lower ${n}`, parent_id })
    const { sub_distributors } = await admin(api.agentUse, { params: { id: parent_id } })
    expect(sub_distributors.count).toBe(6)
    expect(sub_distributors.first.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `Lower ${n}`))
  })

  it('returns to an account that sees a part of it that there is more, and nothing else', async () => {
    const { call } = await console_.signIn('staff_hangzhou')
    const id = idOf('A1')
    await database.db
      .updateTable('distributors')
      .set({ region_code: '330203' })
      .where('agent_id', '=', idOf('A11'))
      .execute()
    const use = await call(api.agentUse, { params: { id } })
    expect(use.unseen).toBe(true)
    expect(JSON.stringify(use.sub_distributors)).not.toContain('"A11"')
  })

  it('names devices and accounts only to who may view them', async () => {
    const { role_id } = await database.db
      .insertInto('roles')
      .values({
        role_name: 'Deletes distributors',
        level: 'manufacturer',
        permissions: ['agent:view', 'agent:edit', 'agent:delete'],
        data_scope: 'all',
      })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('accounts').set({ role_id }).where('user_name', '=', 'staff').execute()
    const { call } = await console_.signIn('staff')
    const none = { count: 0, first: [] }
    const use = await call(api.agentUse, { params: { id: idOf('A1') } })
    expect(use).toMatchObject({ devices: none, accounts: none, unseen: true })
    expect(use.sub_distributors.count).toBeGreaterThan(0)
  })

  it('takes one on which nothing hangs', async () => {
    const id = await create(admin)
    expect(await refusalOf(admin(api.deleteAgent, { params: { id } }))).toBe('ok')
    expect(await refusalOf(read(admin, id))).toBe('distributor_not_found')
  })
})

it('an account cannot disable or move its own distributor, whatever its role', async () => {
  const { role_id } = await database.db
    .insertInto('roles')
    .values({
      role_name: 'Arranges distributors',
      level: 'distributor',
      permissions: ['agent:view', 'agent:edit', 'agent:disable', 'agent:move'],
    })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await database.db.updateTable('accounts').set({ role_id }).where('uid', '=', fleet.accounts.county_a11).execute()
  const { call: county } = await console_.signIn('county_a11')
  const params = { id: idOf('A11') }
  expect(await refusalOf(county(api.disableAgent, { params, body: { disabled: true } }))).toBe('own_distributor_fixed')
  const move = county(api.agentMovePreview, { params, body: { parent_id: idOf('A11') } })
  expect(await refusalOf(move)).toBe('own_distributor_fixed parent_id')
})

it('disabling ends the sessions of the distributor and of those below it, and enabling brings none back', async () => {
  const { call: of_city } = await console_.signIn('city_a2')
  const params = { id: idOf('A2') }
  const { sessions_ended } = await admin(api.disableAgent, { params, body: { disabled: true } })
  expect(sessions_ended).toBe(1)
  expect(await refusalOf(of_city(api.deviceList))).toBe('invalid_token')
  expect(await refusalOf(console_.signIn('city_a2'))).toBe('account_disabled')
  await admin(api.disableAgent, { params, body: { disabled: false } })
  expect(await refusalOf(of_city(api.deviceList))).toBe('invalid_token')
  expect(await refusalOf(console_.signIn('city_a2'))).toBe('ok')
})

describe('the tree', () => {
  it('gives the highest, those directly below, and what a search finds with all above it', async () => {
    const tree = async (body: object) =>
      (await admin(api.agentTree, { query: { size: 500, pageNo: 1 }, body })).list.map(
        ({ agent_name, match }) => `${agent_name}${match ? '' : '?'}`,
      )
    expect(await tree({ parent_id: null })).toEqual(['A', 'B'])
    expect(await tree({ parent_id: idOf('A') })).toEqual(['A1', 'A2'])
    expect(await tree({ search: 'a11' })).toEqual(['A?', 'A1?', 'A11'])
  })

  it('comes page by page, each node before those below it', async () => {
    const all = (await admin(api.agentTree)).list
    const pages = await Promise.all(
      [1, 2, 3].map((pageNo) => admin(api.agentTree, { query: { size: Math.ceil(all.length / 3), pageNo } })),
    )
    expect(pages.flatMap(({ list }) => list)).toEqual(all)
    for (const [at, { parent_id }] of all.entries())
      if (parent_id !== null) expect(all.findIndex(({ agent_id }) => agent_id === parent_id)).toBeLessThan(at)
  })
})

it('coverage shows locations and sales areas of distributors', async () => {
  await create(admin, {
    agent_level: 2,
    parent_id: idOf('A'),
    region_code: '330300',
    agency_area: ['330400', '330300'],
  })
  await create(admin, { agent_level: 1, parent_id: null, country: 'NO', region_code: null, region_text: 'Oslo' })
  await create(admin, { agent_level: 1, parent_id: null, country: 'NO', region_code: 'NO-03' })
  const rows = await admin(api.agentCoverage)
  expect(rows.find(({ region_code }) => region_code === '330300')).toMatchObject({ seated: 1, agencies: 1 })
  expect(rows.find(({ region_code }) => region_code === '330400')).toMatchObject({
    country: 'CN',
    seated: 0,
    agencies: 1,
  })
  const abroad = rows.filter(({ country }) => country === 'NO')
  expect(abroad).toEqual([
    { country: 'NO', region_code: '', seated: 1, devices: 0, agencies: 0 },
    { country: 'NO', region_code: 'NO-03', seated: 1, devices: 0, agencies: 0 },
  ])
})

describe('the list', () => {
  it('takes level and name from the query or the body, and the body wins', async () => {
    const names = async (request: RequestOf<typeof api.agentList>) =>
      (await province(api.agentList, request)).list.map(({ agent_name, agent_level }) => `${agent_level} ${agent_name}`)
    const by_body = await names({ body: { agent_level: 2 } })
    expect(by_body).toContain('2 A1')
    expect(by_body.every((name) => name.startsWith('2 '))).toBe(true)
    expect(await names({ query: { agent_level: '2' } })).toEqual(by_body)
    expect(await names({ query: { agent_level: '3' }, body: { agent_level: 2 } })).toEqual(by_body)
    const a11 = await names({ body: { agent_name: 'A11' } })
    expect(a11).toContain('3 A11')
    expect(await names({ query: { agent_name: 'A11' } })).toEqual(a11)
    const response = await fetch(
      `${console_.base_url}${API_PREFIX}/agent-management/agent-list?agent_level=&agent_name=`,
      {
        method: 'POST',
        headers: { key: CONSOLE_APPLICATION_KEY, token: (await console_.signIn('province_a')).token },
      },
    )
    expect(await response.json()).toMatchObject({ code: 200, data: { total: (await names({})).length } })
  })
})
