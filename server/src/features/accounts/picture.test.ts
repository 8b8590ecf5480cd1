import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { png } from '../../../test/png.ts'
import { refusalOf } from '../../../test/refusals.ts'

const case_ = useAccountsCase()
const SIDE_PX = LIMITS.account_picture_px
const face = png(SIDE_PX, SIDE_PX)
const asPng = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

describe('the picture of a person', () => {
  it('is none at first, then what was chosen last, then none again', async () => {
    const { call } = await case_.signedIn((await case_.newCity()).uid)
    expect(await call(api.ownPicture)).toEqual({ picture: null })
    await call(api.editOwnPicture, { body: { picture: png(10, 10) } })
    expect(await call(api.editOwnPicture, { body: { picture: face } })).toEqual({ picture: face })
    expect(await call(api.ownPicture)).toEqual({ picture: face })
    await call(api.editOwnPicture, { body: { picture: null } })
    expect(await call(api.ownPicture)).toEqual({ picture: null })
  })

  it('is shown only to accounts that see the account', async () => {
    const { fleet } = case_.on()
    const params = { id: fleet.accounts.city_a1 }
    const owner = await case_.as('city_a1')
    await owner(api.editOwnPicture, { body: { picture: face } })
    await owner(api.editPreferences, { body: { avatar: 'rose' } })
    const above = await case_.as('province_a')
    expect(await above(api.accountPicture, { params })).toEqual({ picture: face, avatar: 'rose' })
    for (const elsewhere of ['province_b', 'city_a2'] as const)
      expect(await refusalOf((await case_.as(elsewhere))(api.accountPicture, { params }))).toBe('user_not_exist')
  })

  it('goes with its account', async () => {
    const { uid, call } = await case_.signedIn((await case_.newCity()).uid)
    await call(api.editOwnPicture, { body: { picture: face } })
    const above = await case_.as('admin')
    await above(api.accountDisable, { params: { id: uid } })
    await above(api.accountDelete, { params: { id: uid } })
    const left = await case_.database.db.selectFrom('account_pictures').select('uid').where('uid', '=', uid).execute()
    expect(left).toEqual([])
  })

  it('stands in the audit trail as a fingerprint', async () => {
    const { uid, call } = await case_.signedIn((await case_.newCity()).uid)
    await call(api.editOwnPicture, { body: { picture: face } })
    const admin = await case_.as('admin')
    const { list } = await admin(api.auditList, { body: { object: `account ${uid}` } })
    const entry = list.find(({ action }) => action === 'editOwnPicture')
    expect(entry?.detail).toMatchObject({
      before: { picture: null },
      after: { picture: expect.stringMatching(/^png [0-9a-f]{16}$/) },
    })
    expect(JSON.stringify(list)).not.toContain('base64')
  })

  it.each([
    ['a script by the name of a picture', 'image_invalid picture', asPng(Buffer.from('<svg onload=alert(1)>'))],
    [
      'a JPEG by the name of a PNG',
      'image_invalid picture',
      asPng(Buffer.from('ffd8ffe000104a464946'.repeat(8), 'hex')),
    ],
    ['a drawing that says what it is', 'image_invalid picture', face.replace('image/png', 'image/svg+xml')],
    ['a page that is fetched elsewhere', 'image_invalid picture', 'https://elsewhere.example/face.png'],
    ['cut off', 'image_invalid picture', face.slice(0, -8)],
    ['without width', 'image_invalid picture', png(0, 10)],
    ['too wide', 'image_invalid picture', png(SIDE_PX + 1, 10)],
    ['too high', 'image_invalid picture', png(10, SIDE_PX + 1)],
    ['of too many bytes', 'invalid_input picture', png(10, 10, Buffer.alloc(LIMITS.account_picture_bytes))],
    ['empty', 'image_invalid picture', ''],
  ])('that is %s is refused, and the one before stays', async (_, refusal, picture) => {
    const call = await case_.as('city_a2')
    await call(api.editOwnPicture, { body: { picture: face } })
    expect(await refusalOf(call(api.editOwnPicture, { body: { picture } }))).toBe(refusal)
    expect(await call(api.ownPicture)).toEqual({ picture: face })
  })

  it('is kept by no cache and taken for nothing else', async () => {
    const { token } = await case_.signedIn(case_.on().fleet.accounts.city_a2)
    const options = { headers: { key: CONSOLE_APPLICATION_KEY, token } }
    const { headers } = await fetch(`${case_.on().console.base_url}${API_PREFIX}/center/picture`, options)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})
