import { RolloutTarget } from '@heatfleet/contract/rollouts/rollout.ts'
import { describe, expect, test, vi } from 'vitest'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '', addEventListener: () => {} })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { targetOf, targetStart } = await import('./campaign-target.tsx')

const MACS = ['863412060123455', 'a0b1c2d3e4f5']

describe('the units of a firmware campaign', () => {
  test('are all of the product where nothing is handed over', () => {
    expect(targetOf(targetStart({}))).toEqual({ by: 'filter', filter: {} })
  })

  test('are those that were ticked in the device list', () => {
    expect(targetOf(targetStart({ macs: MACS }))).toEqual({ by: 'macs', macs: MACS })
  })

  test('are those that match the filter of the device list', () => {
    const filter = { tag: 'school', except_macs: MACS }
    expect(targetOf(targetStart({ filter }))).toEqual({ by: 'filter', filter })
  })

  test('are those of a group, and nothing while none is chosen', () => {
    const start = targetStart({})
    expect(targetOf({ ...start, way: 'group', group_id: 4 })).toEqual({ by: 'filter', filter: { group_id: 4 } })
    expect(RolloutTarget.safeParse(targetOf({ ...start, way: 'group' })).success).toBe(false)
  })
})
