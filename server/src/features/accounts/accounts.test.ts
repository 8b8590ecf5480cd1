import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { readBuiltInRoleId } from './store.ts'

const case_ = useAccountsCase()

describe('the form of an account', () => {
  it.each([
    ['no user name', { user_name: '' }, 'invalid_input user_name'],
    ['a user name with a blank', { user_name: 'a b' }, 'invalid_input user_name'],
    ['a user name with a bar', { user_name: 'a|b' }, 'invalid_input user_name'],
    ['neither phone nor e-mail', { phone: null }, 'contact_required phone'],
    ['both empty, as a form sends them', { phone: '', email: ' ' }, 'contact_required phone'],
    ['an empty e-mail beside the phone', { email: '' }, 'ok'],
    ['a phone that is none', { phone: '12' }, 'phone_invalid phone'],
    ['an e-mail that is none', { email: 'x@' }, 'invalid_input email'],
    ['no role', { role_id: undefined }, 'invalid_input role_id'],
    ['no resource group', { resource_group_id: undefined }, 'invalid_input resource_group_id'],
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 'invalid_input time_zone'],
    ['a remark of 101 characters', { remark: 'x'.repeat(101) }, 'invalid_input remark'],
    ['a gender that is none', { gender: 'other' }, 'invalid_input gender'],
    ['a password of five characters', { password: 'Mar51' }, 'invalid_input password'],
    ['a common password', { password: 'sunflower2026!' }, 'password_common password'],
    ['an end that is over', { valid_until: '2026-01-01T23:59:59.999Z' }, 'valid_until_over valid_until'],
    ['an end to come', { valid_until: '2036-01-01T23:59:59.999+08:00' }, 'ok'],
    ['a name that is taken', { user_name: 'Province_A' }, 'user_already_exists user_name'],
    ['everything as it should be', { email: 'x@example.com', time_zone: 'Europe/Warsaw', gender: 'female' }, 'ok'],
  ])('with %s: %s', async (_, change, expected) => {
    const body = { ...(await case_.draftOf('Manufacturer staff', null)), ...change }
    expect(await refusalOf((await case_.as('admin'))(api.accountCreate, { body: body as never }))).toBe(expected)
  })

  it('shows personal data to who may see it, and its own to everyone', async () => {
    const { uid, phone } = await case_.newCity()
    expect(phone).toBe('13***00')
    const call = await case_.as('admin')
    expect((await call(api.accountInfo, { params: { id: uid } })).phone).toBe('13800000000')
  })
})

describe('who made an account', () => {
  it.each([
    ['province_a', 'province_a'],
    ['city_a1', ''],
  ] as const)('is shown to %s as “%s”', async (person, creator) => {
    const { uid } = await case_.newCity()
    const call = await case_.as(person)
    expect(await call(api.accountInfo, { params: { id: uid } })).toMatchObject({ creator })
    const { list } = await call(api.accountList, { body: { uids: [uid] } })
    expect(list).toMatchObject([{ uid, creator }])
  })
})

describe('changing an account', () => {
  it('keeps fields outside the form, and writes old and new values to the audit log', async () => {
    const { uid } = await case_.newCity()
    const call = await case_.as('province_a')
    const body = { ...(await case_.editOf(uid)), nick_name: 'Hangzhou', remark: 'moved' }
    const after = await call(api.accountEdit, { params: { id: uid }, body })
    expect(after).toMatchObject({ nick_name: 'Hangzhou', phone: '13***00' })
    const line = await case_.database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('object', '=', `account ${uid}`)
      .where('action', '=', 'accountEdit')
      .executeTakeFirstOrThrow()
    expect(line.detail).toMatchObject({ before: { nick_name: '' }, after: { nick_name: 'Hangzhou', remark: 'moved' } })
  })

  it('takes no end that is over, unless it was so before', async () => {
    const { uid } = await case_.newCity()
    const call = await case_.as('province_a')
    const edit = async (part: object, by = call) =>
      refusalOf(by(api.accountEdit, { params: { id: uid }, body: { ...(await case_.editOf(uid)), ...part } }))
    const over = '2026-01-01T23:59:59.999Z'
    expect(await edit({ valid_until: over })).toBe('valid_until_over valid_until')
    expect(await edit({ valid_until: new Date(Date.now() + 60_000).toISOString() })).toBe('ok')
    const { db } = case_.database
    const runOut = () =>
      db
        .updateTable('accounts')
        .set({ valid_until: new Date(over) })
        .where('uid', '=', uid)
        .execute()
    await runOut()
    expect(await edit({ nick_name: 'Kept', valid_until: over })).toBe('ok')
    expect(await edit({ valid_until: '2026-01-02T23:59:59.999Z' })).toBe('valid_until_over valid_until')
    expect(await edit({ valid_until: null })).toBe('ok')
    await runOut()
    const { city_group_id: resource_group_id } = case_.on().fleet
    expect(await edit({ resource_group_id, valid_until: over }, await case_.as('admin'))).toBe('ok')
  })

  it('is refused when it was changed since', async () => {
    const { uid } = await case_.newCity()
    const call = await case_.as('province_a')
    const body = { ...(await case_.editOf(uid)), nick_name: 'first' }
    await call(api.accountEdit, { params: { id: uid }, body })
    expect(await refusalOf(call(api.accountEdit, { params: { id: uid }, body }))).toBe('stale_edit')
  })

  it('of two at once leaves one to look again', async () => {
    const { uid } = await case_.newCity()
    const call = await case_.as('province_a')
    const body = await case_.editOf(uid)
    const codes = await Promise.all(
      ['a', 'b'].map((nick_name) =>
        refusalOf(call(api.accountEdit, { params: { id: uid }, body: { ...body, nick_name } })),
      ),
    )
    expect(codes.toSorted()).toEqual(['ok', 'stale_edit'])
  })

  it.each([
    ['phone and e-mail both taken away', { phone: null, email: null }, 'contact_required phone'],
    ['a wider role', { role: 'Province agent' as const }, 'ok'],
    ['a role of the manufacturer', { role: 'Manufacturer staff' as const }, 'role_not_found role_id'],
    ['a distributor outside', { at: 'B' as const }, 'distributor_not_found agent_id'],
    ['no distributor', { at: null }, 'grants_more_than_own agent_id'],
    ['the county below', { at: 'A11' as const }, 'ok'],
  ])('with %s: %s', async (_, { role, at, ...contact }: Record<string, unknown>, expected) => {
    const { uid } = await case_.newCity()
    const body = {
      ...(await case_.editOf(uid)),
      ...contact,
      ...(role === undefined ? {} : { role_id: await readBuiltInRoleId(case_.database.db, role as never) }),
      ...(at === undefined ? {} : { agent_id: at === null ? null : case_.on().fleet.distributors[at as 'A'].agent_id }),
    }
    expect(
      await refusalOf((await case_.as('province_a'))(api.accountEdit, { params: { id: uid }, body: body as never })),
    ).toBe(expected)
  })

  it('moves no account to a place from which the caller could not move it back', async () => {
    const { fleet } = case_.on()
    const call = await case_.as('staff_hangzhou')
    const draft = await case_.draftOf('City agent', fleet.distributors.A1.agent_id)
    const { uid } = await call(api.accountCreate, { body: { ...draft, resource_group_id: fleet.city_group_id } })
    const role_id = await readBuiltInRoleId(case_.database.db, 'Manufacturer staff')
    const body = { ...(await case_.editOf(uid)), role_id, agent_id: null }
    expect(await refusalOf(call(api.accountEdit, { params: { id: uid }, body }))).toBe('grants_more_than_own agent_id')
  })

  it('counts from the next request on', async () => {
    const call = await case_.as('admin')
    const { uid } = await call(api.accountCreate, {
      body: await case_.draftOf('City agent', case_.on().fleet.distributors.A1.agent_id),
    })
    const own = (await case_.signedIn(uid)).call
    const seen = async () => (await own(api.deviceList, {})).total
    expect(await seen()).toBe(3)
    const body = { ...(await case_.editOf(uid)), agent_id: case_.on().fleet.distributors.A2.agent_id }
    await call(api.accountEdit, { params: { id: uid }, body })
    expect(await seen()).toBe(1)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    await case_.database.db
      .updateTable('accounts')
      .set({ company: 'Xihu Nuanyuan' })
      .where('user_name', '=', 'county_a11')
      .execute()
  })

  it.each([
    ['a part of the name', { user_name: 'CITY_A1' }, ['city_a1']],
    ['the manufacturer’s own', { agent_id: 0, user_name: 'aud' }, ['auditor']],
    ['who has no second factor', { totp: true }, []],
    ['a part of a phone, for who may see it', { phone: '9999' }, []],
    ['a part of the company, in any case', { company: 'NUAN' }, ['county_a11']],
    ['a sign that is none of a pattern', { company: '%' }, []],
  ])('narrows to %s', async (_, body, names) => {
    const { list } = await (await case_.as('admin'))(api.accountList, { body })
    expect(list.map(({ user_name }) => user_name).filter((name) => !name.startsWith('person'))).toEqual(names)
  })

  it('finds a phone by a part only for who sees phones', async () => {
    await case_.newCity()
    const province = await case_.as('province_a')
    expect((await province(api.accountList, { body: { phone: '3800' } })).total).toBe(0)
    expect((await province(api.accountList, { body: { phone: '13800000000' } })).total).toBeGreaterThan(0)
  })
})
