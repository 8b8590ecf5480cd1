import { api } from '@heatfleet/contract/api.ts'
import { type Branding, NO_BRANDING } from '@heatfleet/contract/distributors/branding.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { png } from '../../../test/png.ts'
import type { SmallAccount, SmallDistributor } from '../../../test/small-fleet.ts'

const { fleet, as } = useFleetConsole()

const brand: Branding = { brand_name: 'Nuanyuan', brand_colour: '#c2410c', logo: png(200, 60) }
const put = async (account: SmallAccount, at: SmallDistributor, body: Branding) =>
  (await as(account))(api.brandAgent, { params: { id: fleet.distributors[at].agent_id }, body })
const shownTo = async (account: SmallAccount) => (await as(account))(api.ownBranding)

describe('the branding of a distributor', () => {
  it('is seen by its people and those below it, unless they have their own', async () => {
    expect(await put('province_a', 'A', brand)).toEqual(brand)
    for (const account of ['province_a', 'city_a1', 'county_a11'] as const)
      expect(await shownTo(account)).toEqual(brand)
    for (const account of ['province_b', 'admin', 'staff_hangzhou'] as const)
      expect(await shownTo(account)).toEqual(NO_BRANDING)
    const own = { ...brand, brand_name: 'Hangzhou', logo: null }
    await put('city_a1', 'A1', own)
    expect(await shownTo('county_a11')).toEqual(own)
    expect(await shownTo('city_a2')).toEqual(brand)
    expect(await put('province_a', 'A1', NO_BRANDING)).toEqual(NO_BRANDING)
    expect(await shownTo('county_a11')).toEqual(brand)
  })

  it('is changed from above or by itself, never from beside or below', async () => {
    await expect(put('province_b', 'A', brand)).rejects.toMatchObject({ code: 'distributor_not_found' })
    await expect(put('city_a1', 'A', brand)).rejects.toMatchObject({ code: 'distributor_not_found' })
    await expect(put('county_a11', 'A11', brand)).rejects.toMatchObject({ code: 'no_permission' })
  })

  it('stands in the audit log without the picture', async () => {
    await put('admin', 'B', brand)
    const { list } = await (await as('admin'))(api.auditList, { body: { action: 'brandAgent' } })
    expect(list[0]?.detail).toMatchObject({ before: NO_BRANDING, after: { brand_name: 'Nuanyuan' } })
    expect(JSON.stringify(list)).not.toContain('base64')
  })
})

describe('a logo', () => {
  const large = Buffer.alloc(LIMITS.logo_bytes)
  it.each([
    ['of another kind', 'data:image/svg+xml;base64,PHN2Zy8+', 'image_invalid'],
    [
      'that only says it is a PNG',
      `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`,
      'image_invalid',
    ],
    ['that is cut off', png(200, 60).slice(0, -8), 'image_invalid'],
    ['too wide', png(LIMITS.logo_px + 1, 10), 'image_invalid'],
    ['without height', png(10, 0), 'image_invalid'],
    ['too large', png(200, 60, large), 'invalid_input'],
    ['that leads elsewhere', 'https://example.org/logo.png', 'image_invalid'],
  ])('%s is refused', async (_, logo, code) => {
    await expect(put('admin', 'A', { ...brand, logo })).rejects.toMatchObject({ code, field: 'logo' })
  })
})
