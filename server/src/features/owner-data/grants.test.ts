import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APP_USER_PASSWORD } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../../test/owner-data-case.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()
const MINUTE = 60_000
const DAY = 86_400_000
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
let of: Awaited<ReturnType<typeof ownerDataCase>>
let people = 0
/** An address that nobody signed up with. */
const newEmail = (): string => {
  people += 1
  return `person-${people}@example.com`
}

beforeAll(async () => {
  of = await ownerDataCase({ database, fleet, console_ })
})
beforeEach(() => database.db.deleteFrom('bindings').execute())

const newOwner = (at: number, minutes = 60) => of.own(newEmail(), of.unit(at), minutes)
const timesOf = async (call: Call) =>
  (await call(api.recipientHistory, { query: { points: 't_out' } })).rows.map(([at]) => at)

describe('a third party', () => {
  it('reads that one unit, from the grant on, or from the binding on where the owner included history', async () => {
    const device = of.unit(0)
    await of.report(device, [
      [START - 120 * MINUTE, { [T_IN]: 300, [T_OUT]: 340 }],
      [START, { [T_IN]: 300, [T_OUT]: 350 }],
    ])
    const owner = await newOwner(0)
    const [plain, whole] = [await of.grant(owner, device), await of.grant(owner, device, { include_history: true })]
    expect(await timesOf(plain.call)).toEqual([])
    expect((await plain.call(api.recipientLatest)).values).toEqual([])
    // The report of a former owner's time is nobody's of today.
    expect(await timesOf(whole.call)).toEqual([START])
    const now_ms = Date.now() + MINUTE
    await of.report(device, [[now_ms, { [T_IN]: 300, [T_OUT]: 351 }]])
    expect(await timesOf(plain.call)).toEqual([now_ms])
    const metadata = await plain.call(api.recipientMetadata)
    expect(metadata).toMatchObject({ device_id: device.mac, data_from: plain.data_from, data_to: plain.expires_time })
    expect((await plain.call(api.recipientLatest)).values).toContainEqual(
      expect.objectContaining({ key: 't_out', value: 35.1 }),
    )
  })

  it('opens nothing else with its token, and no other token or key opens its calls', async () => {
    const owner = await newOwner(0)
    const { token, call } = await of.grant(owner, of.unit(0))
    const { token: staff } = await console_.signIn('admin')
    const base_url = console_.base_url
    const with_console_key = createClient({ base_url, key: CONSOLE_APPLICATION_KEY, token: () => token })
    expect(await codeOf(with_console_key(api.recipientLatest))).toBe('invalid_application_key')
    expect(await codeOf(with_console_key(api.deviceList))).toBe('invalid_token')
    expect(await codeOf(of.app.clientOf(token)(api.appDevices))).toBe('invalid_token')
    expect(await codeOf(call(api.appDevices))).toBe('invalid_application_key')
    for (const other of [staff, owner.token, 'hfd_unknown', ''])
      expect(await codeOf(of.recipient(other)(api.recipientLatest))).toBe('invalid_token')
    const stored = await database.db.selectFrom('data_grants').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it.each([
    [
      'the owner revokes it',
      async (owner, grant) =>
        void (await owner.call(api.appRevokeData, { params: { device_id: of.unit(0).mac, grant_id: grant.grant_id } })),
      'revoked_by_owner',
    ],
    [
      'the owner leaves the unit',
      async (owner) => void (await owner.call(api.appUnbind, { params: { device_id: of.unit(0).mac } })),
      'binding_ended',
    ],
    [
      'staff unbind the unit',
      async (owner) =>
        void (await (
          await as('admin')
        )(api.unbindDevice, {
          params: { id: owner.app_user_id, deviceId: of.unit(0).mac },
          query: { reason: 'sold' },
        })),
      'binding_ended',
    ],
    [
      'the unit gets another owner',
      async (owner) => {
        const { app_user_id } = await of.app.join(newEmail())
        await (await as('admin'))(api.transferDevice, {
          params: { id: owner.app_user_id, deviceId: of.unit(0).mac },
          body: { to_app_user_id: app_user_id, reason: 'sold' },
        })
      },
      'binding_ended',
    ],
    [
      'the owner deletes the account',
      async (owner) => void (await owner.call(api.appDeleteAccount, { body: { password: APP_USER_PASSWORD } })),
      'binding_ended',
    ],
  ] as [
    string,
    (owner: Awaited<ReturnType<typeof newOwner>>, grant: Awaited<ReturnType<typeof of.grant>>) => Promise<void>,
    string,
  ][])('is refused once %s', async (_, end, state) => {
    const owner = await newOwner(0)
    const grant = await of.grant(owner, of.unit(0))
    expect(await codeOf(grant.call(api.recipientLatest))).toBe('ok')
    await end(owner, grant)
    for (const call of [api.recipientMetadata, api.recipientLatest, api.recipientHistory] as const)
      expect(await codeOf(grant.call(call))).toBe('invalid_token')
    const { list } = await (await as('admin'))(api.dataGrantList, { body: { search: of.unit(0).mac } })
    expect(list.find(({ grant_id }) => grant_id === grant.grant_id)).toMatchObject({ state, access_count: 1 })
  })

  it('is refused while its owner is shut out, and once it expires', async () => {
    const owner = await newOwner(0)
    const { call } = await of.grant(owner, of.unit(0), { expires_in_days: 1 })
    const admin = await as('admin')
    const disable = (disabled: boolean) =>
      admin(api.disableAppUser, { params: { id: owner.app_user_id }, body: { disabled, reason: 'test' } })
    await disable(true)
    expect(await codeOf(call(api.recipientLatest))).toBe('invalid_token')
    await disable(false)
    expect(await codeOf(call(api.recipientLatest))).toBe('ok')
    console_.jump(DAY)
    expect(await codeOf(call(api.recipientLatest))).toBe('invalid_token')
    const { list } = await (await as('admin'))(api.dataGrantList, { body: { state: 'expired' } })
    expect(list).toHaveLength(1)
    console_.jump(-DAY)
  })

  it('loses its access in the middle of a wait', async () => {
    const owner = await newOwner(0)
    const grant = await of.grant(owner, of.unit(0))
    const { cursor } = await grant.call(api.recipientLatest)
    const waiting = codeOf(grant.call(api.recipientLatest, { query: { after: cursor, wait_s: 2 } }))
    await owner.call(api.appRevokeData, { params: { device_id: of.unit(0).mac, grant_id: grant.grant_id } })
    expect(await waiting).toBe('invalid_token')
  })
})

describe('grants of a unit', () => {
  it('are listed for their owner, and are so many at most', async () => {
    const owner = await newOwner(1)
    const params = { device_id: of.unit(1).mac }
    const codes: unknown[] = []
    for (let at = 0; at <= LIMITS.data_grants_max; at += 1) codes.push(await codeOf(of.grant(owner, of.unit(1))))
    expect(codes).toEqual([...Array(LIMITS.data_grants_max).fill('ok'), 'data_grants_full'])
    const [newest, ...others] = await owner.call(api.appDataGrants, { params })
    expect(newest).toMatchObject({ recipient: 'Cieplo Serwis', purpose: 'Yearly report', state: 'active' })
    expect(others).toHaveLength(LIMITS.data_grants_max - 1)
    await owner.call(api.appRevokeData, { params: { ...params, grant_id: newest?.grant_id ?? 0 } })
    expect(await codeOf(of.grant(owner, of.unit(1)))).toBe('ok')
    // Of another unit of the same owner they are not.
    expect(
      await codeOf(owner.call(api.appRevokeData, { params: { ...params, grant_id: newest?.grant_id ?? 0 } })),
    ).toBe('not_found')
  })

  it('last a year at most', async () => {
    const owner = await newOwner(1)
    expect(await codeOf(of.grant(owner, of.unit(1), { expires_in_days: LIMITS.data_grant_days_max + 1 }))).toBe(
      'invalid_input',
    )
  })

  it('of an erased person keep when the unit was read and lose what the person wrote', async () => {
    const owner = await newOwner(1)
    const { grant_id } = await of.grant(owner, of.unit(1), { recipient: 'My brother Jan', include_history: true })
    const admin = await as('admin')
    const { app_user_id } = owner
    await admin(api.eraseAppUser, { params: { id: app_user_id }, body: { confirm_id: app_user_id, reason: 'request' } })
    const { list } = await admin(api.dataGrantList, { body: { search: of.unit(1).mac } })
    expect(list.find((grant) => grant.grant_id === grant_id)).toMatchObject({
      recipient: '',
      purpose: '',
      nick_name: '',
      state: 'binding_ended',
    })
    const text = JSON.stringify(await database.db.selectFrom('audit_log').selectAll().execute())
    expect(text).not.toContain('My brother Jan')
  })
})

describe('staff', () => {
  it('see the grants of units in scope, contact masked, and revoke one with a reason that the owner sees', async () => {
    const [own, other] = [await newOwner(2), await newOwner(5)]
    const [seen, hidden] = [await of.grant(own, of.unit(2)), await of.grant(other, of.unit(5))]
    const city = await as('province_a')
    const { list } = await city(api.dataGrantList, { body: { state: 'active' } })
    expect(list.map(({ grant_id }) => grant_id)).toEqual([seen.grant_id])
    expect(list[0]?.email).toMatch(/\*\*\*/)
    expect(await codeOf(city(api.dataGrantRevoke, { body: { grant_id: seen.grant_id, reason: 'x' } }))).toBe(
      'no_permission',
    )
    const admin = await as('admin')
    await admin(api.dataGrantRevoke, { body: { grant_id: seen.grant_id, reason: 'Token was published' } })
    expect(await codeOf(seen.call(api.recipientLatest))).toBe('invalid_token')
    expect(await codeOf(hidden.call(api.recipientLatest))).toBe('ok')
    const [grant] = await own.call(api.appDataGrants, { params: { device_id: of.unit(2).mac } })
    expect(grant).toMatchObject({ state: 'revoked_by_operator', end_reason: 'Token was published' })
    const again = { body: { grant_id: seen.grant_id, reason: 'once more' } }
    expect(await codeOf(admin(api.dataGrantRevoke, again))).toBe('data_grant_ended')
    const { list: entries } = await admin(api.auditList, { body: { action: 'dataGrantRevoke' } })
    expect(entries.map(({ result }) => result)).toContain('ok')
  })
})
