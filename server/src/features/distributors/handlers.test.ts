import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { openPushConsole } from '../../../test/push-console.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'

const database = useDatabase()
let console_: TestConsole
let fleet: SmallFleet
let admin: Call
let province: Call
let city: Call

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  console_ = await startConsole(database)
  admin = (await console_.signIn('admin')).call
  province = (await console_.signIn('province_a')).call
  city = (await console_.signIn('city_a1')).call
})
afterAll(() => console_.close())

const idOf = (name: SmallDistributor): number => fleet.distributors[name].agent_id
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return `${error.code} ${error.field ?? ''}`.trim()
      throw error
    },
  )
let made = 0
/** A county below A1, right in everything; each with a name of its own. */
const draft = () => {
  made += 1
  return {
    agent_name: `County ${made}`,
    agent_level: 3 as const,
    parent_id: idOf('A1'),
    region_code: '330106',
    email: `county-${made}@example.com`,
  }
}
const create = async (call: Call, change: object = {}) =>
  (await call(api.createAgent, { body: { ...draft(), ...change } })).agent_id
const read = (call: Call, id: number) => call(api.agentInfo, { params: { id } })
const editOf = async (id: number) => {
  const { agent_name, region_code, country, updated_at } = await read(admin, id)
  return { agent_name, region_code, country, updated_at }
}
const namesFor = async (call: Call): Promise<string[]> =>
  (await call(api.agentList)).list.map(({ agent_name }) => agent_name)

describe('a new distributor', () => {
  it.each<[string, () => object, string]>([
    ['right in everything', () => ({}), 'ok'],
    ['without a name', () => ({ agent_name: '  ' }), 'invalid_input agent_name'],
    ['with thirty characters of four bytes', () => ({ agent_name: '𠮷'.repeat(30) }), 'ok'],
    ['with thirty-one characters', () => ({ agent_name: '𠮷'.repeat(31) }), 'invalid_input agent_name'],
    ['with a name that somebody has', () => ({ agent_name: 'B' }), 'distributor_name_exists agent_name'],
    ['without a level', () => ({ agent_level: undefined }), 'invalid_input agent_level'],
    ['without a higher one', () => ({ parent_id: null }), 'parent_required parent_id'],
    ['at the top with a higher one', () => ({ agent_level: 1 }), 'parent_level_wrong parent_id'],
    ['two levels below', () => ({ parent_id: idOf('A') }), 'parent_level_wrong parent_id'],
    ['below a county', () => ({ parent_id: idOf('A11') }), 'sub_distributor_forbidden parent_id'],
    ['below nobody who exists', () => ({ parent_id: 999_999 }), 'distributor_not_found parent_id'],
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

  it('by somebody whose group holds one region lies in that region', async () => {
    const { call } = await console_.signIn('staff_hangzhou')
    expect(await refusalOf(create(call))).toBe('ok')
    expect(await refusalOf(create(call, { region_code: '330203' }))).toBe('outside_own_scope region_code')
  })
})

describe('an edit', () => {
  it('of two people at once keeps the first, and tells the second', async () => {
    const id = await create(admin)
    const body = await editOf(id)
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
    await admin(api.updateAgent, { params: { id }, body: { ...(await editOf(id)), remark: 'x', email: null } })
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
    ['a name that is taken', async () => [admin, 'A1'], { agent_name: 'A2' }, 'distributor_name_exists agent_name'],
    ['fewer devices than there are', async () => [admin, 'A1'], { device_quota: 1 }, 'quota_below_use device_quota'],
    ['fewer accounts than there are', async () => [admin, 'A1'], { account_quota: 0 }, 'quota_below_use account_quota'],
  ])('%s', async (_, who, change, outcome) => {
    const [call, name] = await who()
    const id = idOf(name)
    const body = { ...(await editOf(id)), email: 'city@example.com', ...change }
    const { email, ...rest } = body
    // The small fleet was put in without contacts; its own people may enter them, everybody else must.
    expect(
      await refusalOf(call(api.updateAgent, { params: { id }, body: call === city ? { ...rest, email } : body })),
    ).toBe(outcome)
  })
})

describe('deleting', () => {
  it('is refused while anything hangs on the distributor, and tells how much', async () => {
    const refusal = await admin(api.deleteAgent, { params: { id: idOf('A1') } }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'distributor_in_use', details: { devices: 1, accounts: 1 } })
    const id = await create(admin)
    await database.db
      .insertInto('resource_groups')
      .values({ group_name: 'Names it', agent_ids: [id], product_keys: [fleet.product_key] })
      .execute()
    expect(await refusalOf(admin(api.deleteAgent, { params: { id } }))).toBe('distributor_in_use')
  })

  it('takes one on which nothing hangs', async () => {
    const id = await create(admin)
    expect(await refusalOf(admin(api.deleteAgent, { params: { id } }))).toBe('ok')
    expect(await refusalOf(read(admin, id))).toBe('distributor_not_found')
  })
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

describe('a move', () => {
  const move = async (call: Call, id: number, parent_id: number | null) =>
    call(api.moveAgent, { params: { id }, body: { parent_id, updated_at: (await read(admin, id)).updated_at } })
  const pathsAreTrue = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as n from distributors d left join distributors p on p.agent_id = d.parent_id
        where d.agent_path <> coalesce(p.agent_path, '/') || d.agent_id || '/' or d.agent_level <> coalesce(p.agent_level, 0) + 1
       union all
       select count(*)::int from devices v join distributors d using (agent_id) where v.agent_path <> d.agent_path`,
    )
    expect(rows).toEqual([{ n: 0 }, { n: 0 }])
  }

  it('tells before what it changes: devices, accounts, who loses it and who gains it', async () => {
    const preview = await admin(api.agentMovePreview, {
      params: { id: idOf('A11') },
      body: { parent_id: idOf('A2') },
    })
    expect(preview).toMatchObject({
      devices: 2,
      accounts: 1,
      account_names: ['county_a11'],
      level_before: 3,
      level_after: 3,
      loses: [{ agent_name: 'A1', accounts: 1 }],
      gains: [{ agent_name: 'A2', accounts: 1 }],
    })
  })

  it('takes the subtree with its devices along; open screens, sockets and the gateway learn of it', async () => {
    const old_city = await openPushConsole(console_.port)
    await old_city.authenticate(await signIn({ database, clock: systemClock }, fleet.accounts.city_a1))
    expect(await move(admin, idOf('A11'), idOf('A2'))).toMatchObject({ moved_devices: 2 })
    expect(await old_city.next()).toMatchObject({ cmd: 'PushTreeChanged' })
    old_city.ws.close()
    await old_city.closed
    const moved = fleet.devices.filter(({ at }) => at === 'A11').map(({ device_id }) => device_id)
    expect(console_.told).toContainEqual({ kind: 'devices_changed', device_ids: moved })
    const new_city = (await console_.signIn('city_a2')).call
    expect(await namesFor(city)).not.toContain('A11')
    expect(await namesFor(new_city)).toContain('A11')
    expect((await new_city(api.deviceList)).total).toBe(3)
    expect((await city(api.deviceList)).total).toBe(1)
    await pathsAreTrue()
    await move(admin, idOf('A11'), idOf('A1'))
    await pathsAreTrue()
  })

  it('raises a city to a province with its counties, and never the other way', async () => {
    await move(admin, idOf('A1'), null)
    await pathsAreTrue()
    expect((await read(admin, idOf('A11'))).agent_level).toBe(2)
    expect(await refusalOf(move(admin, idOf('A1'), idOf('A')))).toBe('distributor_downgrade parent_id')
  })

  it('two moves at once make no cycle and leave true paths', async () => {
    const [one, other] = [await create(admin, { agent_level: 2, parent_id: idOf('A') }), idOf('B')]
    const outcomes = await Promise.all([
      refusalOf(move(admin, one, other)),
      refusalOf(move(admin, other, one)),
      refusalOf(move(admin, idOf('A2'), other)),
    ])
    expect(outcomes[1]).toMatch(/distributor_downgrade|parent_below_itself/)
    await pathsAreTrue()
  })

  it('of what was changed meanwhile is refused', async () => {
    const id = await create(admin, { agent_level: 2, parent_id: idOf('A') })
    const body = { parent_id: idOf('B'), updated_at: '2020-01-01T00:00:00.000Z' }
    expect(await refusalOf(admin(api.moveAgent, { params: { id }, body }))).toBe('stale_edit')
  })

  it('by an edit needs the right to move', async () => {
    const id = await create(province, { agent_level: 2, parent_id: idOf('A') })
    const body = { ...(await editOf(id)), parent_id: null, agent_level: 1 as const }
    expect(await refusalOf(province(api.updateAgent, { params: { id }, body }))).toBe('no_permission parent_id')
    expect(await refusalOf(admin(api.updateAgent, { params: { id }, body }))).toBe('ok')
    await pathsAreTrue()
  })
})

it('a device cannot carry another path than its distributor', async () => {
  await expect(
    database.db
      .updateTable('devices')
      .set({ agent_path: '/999/' })
      .where('device_id', '=', fleet.devices[0]?.device_id ?? 0)
      .execute(),
  ).rejects.toThrow('devices_distributor_fkey')
})

it('coverage tells where distributors sit and where they may sell', async () => {
  await create(admin, {
    agent_level: 2,
    parent_id: idOf('A'),
    region_code: '330300',
    agency_area: ['330400', '330300'],
  })
  const rows = await admin(api.agentCoverage)
  expect(rows.find(({ region_code }) => region_code === '330300')).toMatchObject({ seated: 1, agencies: 1 })
  expect(rows.find(({ region_code }) => region_code === '330400')).toMatchObject({ seated: 0, agencies: 1 })
})
