import { describe, expect, it } from 'vitest'
import { productName } from './product-name.ts'

const both = { name: 'R290 整体式热泵', english_name: 'R290 monobloc' }

describe('the name of a product', () => {
  it.each([
    ['zh', both, 'R290 整体式热泵'],
    ['en', both, 'R290 monobloc'],
    ['pl', both, 'R290 monobloc'],
    ['en', { ...both, english_name: '' }, 'R290 整体式热泵'],
  ] as const)('in %s of %o is %s', (language, names, shown) => {
    expect(productName(names, language)).toBe(shown)
  })
})
