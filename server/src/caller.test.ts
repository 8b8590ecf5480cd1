import { describe, expect, it } from 'vitest'
import { maskPersonal } from './caller.ts'

const nobody = { permissions: new Set<never>() }

describe('a masked text', () => {
  it.each([
    ['+48221234567', '+4***67'],
    ['anna@example.com', 'a***@example.com'],
    ['😀@example.com', '😀***@example.com'],
    ['Anna', '***'],
    ['😀😀😀😀', '***'],
    ['a😀nna-maria😀b', 'a😀***😀b'],
    ['', ''],
  ])('of %s is %s', (text, masked) => {
    expect(maskPersonal(nobody, text)).toBe(masked)
    expect(masked.isWellFormed()).toBe(true)
  })
})
