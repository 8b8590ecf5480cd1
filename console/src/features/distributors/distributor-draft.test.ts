import { EditedDistributor, exampleDistributor, NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { describe, expect, it } from 'vitest'
import { draftOf, emptyDraft, toEdit, toNew } from './distributor-draft.ts'

const before = { ...exampleDistributor, phone: '05***66', agent_chain: [], own: false, disabled_above: false }

describe('a new distributor on the wire', () => {
  const good = { ...emptyDraft(2, 1), agent_name: '杭州', region_code: '330100', email: 'a@example.com' }
  const flawOf = (change: object) => NewDistributor.safeParse(toNew({ ...good, ...change })).error?.issues[0]?.message

  it('is right as it is', () => {
    expect(flawOf({})).toBeUndefined()
  })

  it.each([
    [{ email: '' }, 'contact_required'],
    [{ phone: '12' }, 'phone_invalid'],
    [{ region_code: null }, 'region_required'],
    [{ country: 'PL', region_code: null }, 'region_required'],
    [{ country: 'PL', region_code: null, region_text: 'Kraków' }, undefined],
    [{ parent_id: null }, 'parent_required'],
    [{ agent_level: 1 }, 'parent_level_wrong'],
    [{ agent_level: 1, parent_id: null }, undefined],
  ])('%o', (change, code) => {
    expect(flawOf(change)).toBe(code)
  })

  it.each([
    ['𠮷'.repeat(30), true],
    ['𠮷'.repeat(31), false],
    ['', false],
    ['   ', false],
  ])('the name %s is allowed: %s', (agent_name, allowed) => {
    expect(NewDistributor.safeParse(toNew({ ...good, agent_name })).success).toBe(allowed)
  })
})

describe('an edit on the wire', () => {
  it('leaves a masked phone that nobody touched alone, and the place in the tree', () => {
    const body = EditedDistributor.parse(toEdit({ ...draftOf(before), remark: 'x' }, before))
    expect(body).not.toHaveProperty('phone')
    expect(body).not.toHaveProperty('parent_id')
    expect(body).toMatchObject({ remark: 'x', updated_at: before.updated_at })
  })

  it('brings a new phone, and an emptied one as none', () => {
    expect(toEdit({ ...draftOf(before), phone: '13800138000' }, before)).toMatchObject({ phone: '13800138000' })
    expect(toEdit({ ...draftOf(before), phone: '' }, before)).toMatchObject({ phone: null })
  })
})
